// The shapes of the server's answers. Offsets are UTF-16 code units into the text of the profile, page
// geometry is in points.

/**
 * @typedef {object} State
 * @property {number} version counts the states
 * @property {string} source hash of the text that the state is of
 * @property {boolean} stale the pages are of an older text, as this one has errors
 * @property {'view' | 'edit'} mode
 * @property {string | null} file the path of the profile, null until a new one is saved
 * @property {string | null} etag of the file
 * @property {boolean} hasDraft the text is one that is not saved
 * @property {string} layout
 * @property {{name: string, purpose: string}[]} layouts
 * @property {string | null} variant
 * @property {string[]} variants
 * @property {string} locale
 * @property {string[]} locales
 * @property {string} paper
 * @property {string[]} papers
 * @property {boolean} letter the pages are the cover letter
 * @property {boolean} hasLetter
 * @property {Setting[]} settings the options of the layout
 * @property {Record<string, unknown>} overrides options set on the page and not in the file
 * @property {Page[]} pages
 * @property {Finding[]} findings
 * @property {string} message
 *
 * @typedef {object} Page
 * @property {string} hash of the picture
 * @property {string} text hash of the runs: places move while a page stays the same
 * @property {number} width
 * @property {number} height
 * @property {number | null} fill from 0 to 1
 *
 * @typedef {object} Setting
 * @property {string} name
 * @property {'boolean' | 'number' | 'integer' | 'length' | 'color' | 'choice' | 'list' | 'text'} kind
 * @property {unknown} value
 * @property {unknown} default
 * @property {string[] | null} choices
 * @property {number | string | null} min
 * @property {number | string | null} max
 * @property {string | null} unit
 * @property {string} description
 * @property {boolean} fromProfile
 *
 * @typedef {object} Finding
 * @property {'error' | 'warning' | 'note'} severity
 * @property {string} rule
 * @property {string} message
 * @property {string[]} hints
 * @property {number | null} start
 * @property {number | null} end
 * @property {number | null} line
 * @property {number | null} column
 * @property {string | null} excerpt
 * @property {string} [source] hash of the text that the place is in; set here
 * @property {string | null} file another file than the profile
 * @property {{title: string, edits: {start: number, end: number, text: string}[]}[]} fixes
 *
 * @typedef {object} Box a run of text on a page
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} text
 * @property {number | null} start
 * @property {number | null} end
 */

export {};
