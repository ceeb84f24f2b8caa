// Starts the program and a browser for tests. A test that fails leaves a picture in target/browser.

import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.CVPRESS ?? join(root, 'target/debug/cvpress');
const pictures = join(root, 'target/browser');

/** The time after which a test hangs, in ms; far more than any takes on a busy machine. */
const HANG = 600_000;

const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** How long a test waits for something before it fails, in milliseconds: for a slow machine. */
const PATIENCE = Number(process.env.PATIENCE ?? 60000);

let browser = null;

/** What a test has: a folder with the profiles, and pages that end with the test. */
export class Bench {
  constructor(folder) {
    this.folder = folder;
    this.ended = [];
    this.pages = [];
    this.errors = [];
  }

  path(name) {
    return join(this.folder, name);
  }

  /** Starts `cvpress COMMAND ARGUMENTS` in the folder and returns its address. */
  async start(command, ...options) {
    const child = spawn(program, [command, ...options, '--no-open'], { cwd: this.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended.push(() => stopped(child));
    for await (const line of createInterface(child.stdout)) {
      const address = /http:\S+/.exec(line)?.[0];
      if (address) return { address, child };
    }
    throw new Error(`cvpress ${command} ended`);
  }

  /** Opens an address in a new browser context, and waits for the pages. */
  async open(address, { context: options = {}, waitForPages = true } = {}) {
    browser ??= await chromium.launch({ executablePath: '/usr/bin/chromium', args: ARGUMENTS });
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, ...options });
    this.ended.unshift(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.errors.push(error.stack));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) this.errors.push(message.text());
    });
    this.pages.push(page);
    // A bundle on the disk, which the program need not have yet.
    if (process.env.BUNDLE) await page.route('**/assets/*', (route) => route.fulfill({ path: join(resolve(root, process.env.BUNDLE), new URL(route.request().url()).pathname.slice('/assets/'.length)) }));
    await page.goto(address);
    if (waitForPages) await page.waitForSelector('body[data-version] .page[data-hash]');
    return page;
  }

  /** Opens `cvpress preview` or `cvpress edit` of a profile. */
  async show(command, name, ...options) {
    const { address } = await this.start(command, name, ...options);
    return this.open(address);
  }
}

function stopped(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', resolve);
    child.kill('SIGINT');
  });
}

/**
 * Declares a test with a copy of the profiles in a folder of its own.
 * @param {string} name
 * @param {(bench: Bench) => Promise<void>} run
 */
export function browserTest(name, run, options = {}) {
  test(name, { timeout: HANG, ...options }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cvpress-browser-'));
    await cp(join(root, 'profiles'), folder, { recursive: true });
    const bench = new Bench(folder);
    try {
      await run(bench);
      if (bench.errors.length > 0) throw new Error(`The page has reported errors:\n${bench.errors.join('\n')}`);
    } catch (error) {
      await photograph(bench.pages, name);
      throw error;
    } finally {
      for (const end of bench.ended) await end();
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function photograph(pages, name) {
  await mkdir(pictures, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const path = join(pictures, `${name.replace(/\W+/g, '-')}-${index + 1}.png`);
    await page.screenshot({ path }).catch(() => {});
  }
}

/** Closes the browser after the tests of a file. */
export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/** Returns the version of the pages that are shown. */
export function version(page) {
  return page.evaluate(() => Number(document.body.dataset.version));
}

/** Does something and waits until the pages of a later state are shown. */
export async function shows(page, action) {
  const before = await version(page);
  await action();
  await page.waitForFunction((old) => Number(document.body.dataset.version) > old, before);
}

/** Waits until a page has a text. */
export async function waitForText(page, text) {
  await page.waitForFunction((wanted) => [...document.querySelectorAll('.text')].some((layer) => layer.textContent.includes(wanted)), text);
}

/** Waits until the run with a text is marked as the place of the cursor. */
export async function waitForPlace(page, text) {
  await page.waitForFunction((wanted) => {
    const mark = document.querySelector('.mark.place')?.getBoundingClientRect();
    const run = [...document.querySelectorAll('.run')].find((each) => each.textContent.includes(wanted))?.getBoundingClientRect();
    return mark && run && Math.abs(mark.top - run.top) < 4 && Math.abs(mark.left - run.left) < 4;
  }, text);
}

/** The editor's text and selection, as CodeMirror has them. */
export function editorText(page) {
  return page.evaluate(() => {
    const view = document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view;
    return view.state.doc.toString();
  });
}

export function cursor(page) {
  return page.evaluate(() => {
    const view = document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view;
    const { main } = view.state.selection;
    return { at: main.head, line: view.state.doc.lineAt(main.head).text };
  });
}

/** Puts the cursor behind a text in the editor. */
export async function putCursor(page, text) {
  await page.evaluate((wanted) => {
    const view = document.querySelector('.editor').shadowRoot.querySelector('.cm-content').cmTile.root.view;
    const at = view.state.doc.toString().indexOf(wanted);
    if (at < 0) throw new Error(`no ${wanted} in the text`);
    view.dispatch({ selection: { anchor: at + wanted.length }, scrollIntoView: true });
    view.focus();
  }, text);
}
