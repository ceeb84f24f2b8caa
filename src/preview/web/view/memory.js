// Remembers how a profile was looked at, by its file name, in the browser.

const PREFIX = 'cvpress:';

/** Returns what was stored under a key, or an empty object. */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** What is remembered under a key. Without storage it lasts as long as the page. */
export class Memory {
  constructor(key) {
    this.key = key;
    this.values = read(key);
  }

  get(name, fallback) {
    return this.values[name] ?? fallback;
  }

  /** Remembers a value, and returns whether it will last. */
  set(name, value) {
    this.values[name] = value;
    try {
      localStorage.setItem(PREFIX + this.key, JSON.stringify(this.values));
      return true;
    } catch {
      // Storage may be full or forbidden.
      return false;
    }
  }
}
