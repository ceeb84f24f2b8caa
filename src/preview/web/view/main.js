// The pages in the browser: connects the server's events with pages, bar and panel. In edit mode it
// loads the editor beside them.

import { Bar, Surroundings, downloads, zoomControls } from './bar.js';
import { Design } from './design.js';
import { button, element, part } from './dom.js';
import { FindingList, code, markFindings, merge } from './findings.js';
import { Keys, helpButton } from './keys.js';
import { Memory } from './memory.js';
import { Pages } from './pages.js';
import { Panel } from './panel.js';
import { send, transport } from './server.js';
import { Source } from './source.js';
import { Zoom } from './zoom.js';
import { language, t } from './words.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Finding} Finding */

/** The pause before an error of a text that is typed covers a part of the pages, in milliseconds. */
const NOTICE = 600;

class App {
  constructor() {
    document.documentElement.lang = language;
    for (const [id, label] of [['writing', t('Text')], ['canvas', t('Pages')], ['panel', t('Panel')]]) part(id).setAttribute('aria-label', label);
    part('pages').querySelector('.waiting').textContent = t('Waiting for the pages …');
    /** @type {State | null} */
    this.state = null;
    /** @type {Finding[]} everything that was found in the state that was checked last */
    this.checked = [];
    this.checkedVersion = 0;
    /** The hashes of the texts that the last states are of, by version. */
    this.sources = new Map();
    /** The editor, in edit mode. */
    this.editor = null;
    this.memory = new Memory('all');
    this.canvas = part('canvas');
    this.notice = part('notice');
    this.keys = new Keys();
    this.pages = new Pages(part('pages'), (box, letter) => this.pick(box, letter), () => this.pagesShown());
    this.zoom = new Zoom(this.canvas, this.pages, () => this.zoomed());
    this.bar = new Bar(part('bar'));
    this.panel = new Panel(part('panel'), (name) => this.panelOpened(name));
    this.design = new Design(this.panel.add('design', t('Design')), {
      view: (change) => this.view(change),
      addLetter: () => this.editor.addLetter(),
      layout: (name) => (this.editor ? this.editor.setLayout(name) : this.view({ layout: name })),
      option: (layout, name, value) => (this.editor ? this.editor.setOption(layout, name, value) : this.view({ overrides: { [name]: value } })),
    });
    this.findings = new FindingList(this.panel.add('findings', t('Findings')), (finding) => this.showFinding(finding),
      (fixes) => this.editor.fixAll(fixes));
    this.fillBar();
    this.addKeys();
    this.canvas.addEventListener('scroll', () => this.remember(), { passive: true });
    transport.listen({
      state: (state) => this.receive(state),
      findings: (findings) => this.receiveFindings(findings),
      reveal: ({ start, end }) => this.reveal(start, end),
    }, (status) => this.connection(status));
  }

  fillBar() {
    this.surroundings = new Surroundings(this.memory);
    this.zoomControls = zoomControls(this.zoom);
    this.downloads = downloads((answer) => this.notDownloaded(answer));
    this.panelButton = button(t('Panel'), () => this.togglePanel(), { class: 'tool', title: t('Show or hide the panel (s)') });
    this.bar.middle.append(this.zoomControls.group);
    this.bar.right.append(this.downloads.box, this.surroundings.button, this.panelButton, helpButton(this.keys));
  }

  addKeys() {
    const { keys, zoom } = this;
    keys.add(['+', '='], t('Larger'), () => zoom.step(1));
    keys.add(['-'], t('Smaller'), () => zoom.step(-1));
    keys.add(['0'], t('Actual size'), () => zoom.set(1));
    keys.add(['w'], t('Fit the width'), () => zoom.set('width'));
    keys.add(['p'], t('Fit a page'), () => zoom.set('page'));
    keys.add(['n'], t('Next finding'), () => this.stepFinding(1));
    keys.add(['N'], t('Previous finding'), () => this.stepFinding(-1));
    keys.add(['l'], t('Layouts'), () => this.focusLayouts());
    keys.add(['s'], t('Show or hide the panel'), () => this.togglePanel());
    keys.add(['d'], t('Surroundings: as the system, light, dark'), () => this.surroundings.next());
    keys.add(['F6'], t('Next area: text, pages, panel'), () => this.nextArea(1));
    keys.add(['Shift+F6'], t('Previous area'), () => this.nextArea(-1));
    keys.add(['?'], t('This list'), () => keys.help());
    keys.listed.push(
      { keys: ['→', '←'], label: t('On a page: next and previous text') },
      { keys: ['Enter'], label: t('On a page: show the place of the text') },
    );
  }

  /** Takes a new state. @param {State} state */
  async receive(state) {
    const isFirst = this.state === null || this.state.file !== state.file;
    const hadErrors = this.state?.stale ?? false;
    this.state = state;
    this.sources.set(state.version, state.source);
    this.sources.delete(state.version - 100);
    for (const finding of state.findings) finding.source = state.source;
    this.bar.show(state);
    this.downloads.show(state);
    // A text with errors has no layout and no options: those of the last one stay.
    if (!state.stale || !this.design.state) this.design.show(state);
    if (isFirst) await this.start(state);
    this.editor?.receive(state);
    this.source?.update(state);
    this.canvas.classList.toggle('stale', state.stale);
    if (state.stale && !hadErrors && !this.editor) this.panel.open('findings');
    this.showNotice();
    this.showFindings();
    this.showStatus();
    await this.pages.show(state);
  }

  /** Sets up what depends on the mode and the file. */
  async start(state) {
    this.fileMemory = new Memory(`file:${state.file ?? ''}`);
    this.zoom.mode = this.fileMemory.get('zoom', this.zoom.mode);
    this.scroll ??= this.fileMemory.get('scroll', null);
    document.body.dataset.mode = state.mode;
    if (state.mode === 'edit' && !this.editor && !this.isStarting) {
      this.isStarting = true;
      const { start } = await import(new URL('edit.js', import.meta.url).href);
      this.editor = await start(this);
    } else if (state.mode === 'view' && !this.source) {
      this.source = new Source(this.panel.add('source', t('Source')));
    }
    this.panel.open(this.fileMemory.get('tab', 'design'));
    this.togglePanel(this.fileMemory.get('panel', innerWidth > (state.mode === 'edit' ? 1180 : 760)));
  }

  /** Takes the findings of a state that was checked. */
  receiveFindings({ version, findings }) {
    if (this.state && version < this.state.version) return;
    const source = this.sources.get(version);
    for (const finding of findings) finding.source = source;
    this.checked = findings;
    this.checkedVersion = version;
    this.showFindings();
  }

  showFindings() {
    if (!this.state) return;
    const findings = this.currentFindings();
    this.findings.show(findings, this.editor !== null);
    const count = findings.length;
    this.panel.rename('findings', count > 0 ? t('Findings {count}', { count }) : t('Findings'));
    this.editor?.showFindings(findings);
    // The places are those of the text that the pages show.
    const isSure = !this.state.stale && this.checkedVersion >= this.state.version;
    markFindings(this.pages, isSure ? findings : [], (finding) => this.openFinding(finding));
  }

  /** Returns the findings of the state; until it is checked, those of the one before that may still be true. */
  currentFindings() {
    const { findings, version, stale } = this.state;
    if (this.checkedVersion >= version) return this.checked;
    return merge(stale ? [] : this.checked.filter(({ severity }) => severity !== 'error'), findings);
  }

  /** Says why the pages are not of the latest text. While it is typed, errors come and go: the notice waits. */
  showNotice() {
    clearTimeout(this.noticeTimer);
    const error = this.state.findings.find(({ severity }) => severity === 'error');
    if (!error) this.notice.replaceChildren();
    else if (this.editor && this.notice.children.length === 0) this.noticeTimer = setTimeout(() => this.fillNotice(error), NOTICE);
    else this.fillNotice(error);
  }

  /** Shows an error over the pages, with its lines unless they are in the editor beside it. */
  fillNotice(error) {
    const { state } = this;
    const where = error.line ? `${error.file ?? state.file ?? t('text')}, ${t('line {line}', { line: String(error.line) })}` : '';
    this.notice.replaceChildren(element('div', { class: 'notice-box' },
      element('p', {}, element('strong', {}, ...code(error.message))),
      element('p', { class: 'where', text: where }),
      error.excerpt && !this.editor ? element('pre', { text: error.excerpt, tabindex: '0', role: 'group', 'aria-label': t('Source') }) : null,
      element('p', { class: 'quiet', text: state.pages.length > 0 ? t('The pages show the last text without errors.') : t('There are pages as soon as this is corrected.') }),
      button(t('Show'), () => this.openFinding(error), { class: 'fix' })));
  }

  showStatus() {
    if (this.isLost) return;
    const { state } = this;
    if (!state) return;
    const count = state.findings.filter(({ severity }) => severity === 'error').length;
    if (count > 0) this.bar.showStatus(t('{count, plural, one {# error} other {# errors}}', { count }), 'error');
    else this.bar.showStatus(state.message ?? '');
  }

  connection(status) {
    this.isLost = status !== 'open';
    document.body.classList.toggle('lost', this.isLost);
    if (status === 'lost') this.bar.showStatus(t('No connection. Is cvpress still running?'), 'error');
    if (status === 'foreign') this.bar.showStatus(t('cvpress was started again. Open the address in the terminal.'), 'error');
    if (status === 'open') this.showStatus();
  }

  pagesShown() {
    this.zoom.apply();
    if (this.scroll !== null && this.scroll !== undefined) {
      this.canvas.scrollTop = this.scroll;
      this.scroll = null;
    }
    this.showFindings();
    this.editor?.pagesShown();
    document.body.dataset.version = String(this.pages.version);
  }

  zoomed() {
    this.zoomControls?.show();
    this.fileMemory?.set('zoom', this.zoom.mode);
  }

  remember() {
    clearTimeout(this.rememberTimer);
    this.rememberTimer = setTimeout(() => this.fileMemory?.set('scroll', Math.round(this.canvas.scrollTop)), 200);
  }

  /** A text of a page was clicked. */
  async pick(box, letter) {
    if (box.start === null) return;
    this.pages.reveal(box.start, box.end, { scroll: false });
    if (this.editor) {
      this.editor.pick(box, letter);
      return;
    }
    this.source.show(box.start, box.end, this.state.file);
    this.panel.open('source');
    this.togglePanel(true);
    await send('POST', '/open', { start: this.source.current(box.start) });
  }

  /** Shows a place of the newest text. */
  reveal(start, end) {
    this.pages.reveal(start, end);
  }

  /** Goes from the list to the place of a finding. */
  showFinding(finding) {
    if (finding.start === null || finding.file) return;
    this.pages.reveal(finding.start, finding.end ?? finding.start);
    this.editor?.go(finding);
  }

  /** Goes from the page to the finding in the list. */
  openFinding(finding) {
    this.togglePanel(true);
    this.panel.open('findings');
    this.findings.focus(finding);
    this.editor?.go(finding, { focus: false });
  }

  stepFinding(direction) {
    this.togglePanel(true);
    this.panel.open('findings');
    this.findings.step(direction);
  }

  async view(change) {
    const { ok, status, answer } = await send('POST', '/view', change);
    if (!ok && status !== 0) this.say(answer?.error ?? t('This could not be changed'), { isError: true });
    // A control shows the value that holds, also after a change that was refused.
    if (!ok && this.design.state) this.design.show(this.design.state);
  }

  /** Says why there is no file, and goes to the error in the text. */
  notDownloaded(answer) {
    const error = this.state?.findings.find(({ severity }) => severity === 'error');
    const where = error?.line ? ` (${t('line {line}', { line: String(error.line) })})` : '';
    this.say(t('Not downloaded: {why}', { why: error ? error.message + where : answer?.error ?? t('there is no connection') }), { isError: true });
    if (error) this.openFinding(error);
  }

  /** Says something for a moment; with `undo`, what can be undone. */
  say(text, { isError = false, undo = null } = {}) {
    this.toast?.remove();
    clearTimeout(this.toastTimer);
    const toast = element('div', { class: 'toast', role: isError ? 'alert' : 'status' }, element('span', { text }),
      undo ? button(t('Undo'), () => { toast.remove(); undo(); }, { class: 'fix' }) : null);
    this.toast = toast;
    document.body.append(toast);
    this.toastTimer = setTimeout(() => toast.remove(), isError || undo ? 8000 : 2500);
  }

  togglePanel(isOpen = document.body.classList.contains('no-panel')) {
    document.body.classList.toggle('no-panel', !isOpen);
    this.panelButton.setAttribute('aria-pressed', String(isOpen));
    this.fileMemory?.set('panel', isOpen);
  }

  panelOpened(name) {
    this.fileMemory?.set('tab', name);
    if (name === 'design') this.design.showPictures();
    this.editor?.panelOpened(name);
  }

  focusLayouts() {
    this.togglePanel(true);
    this.panel.open('design');
    part('panel').querySelector('input[name=layout]:checked, input[name=layout]')?.focus();
  }

  /** Moves the focus to the next area that can be seen. */
  nextArea(direction) {
    const areas = [this.editor, { focus: () => (this.canvas.querySelector('.text') ?? this.canvas).focus(), dom: this.canvas }];
    if (!document.body.classList.contains('no-panel')) areas.push({ focus: () => this.panel.parts.get(this.panel.current).tab.focus(), dom: part('panel') });
    const shown = areas.filter((area) => area);
    const at = shown.findIndex((area) => area.dom.contains(document.activeElement));
    shown[(at + direction + shown.length) % shown.length].focus();
  }
}

new App();
