import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);

/** A fault that a judge sees in a page. */
export interface Finding {
  state: string;
  rule: string;
  message: string;
  /** The start tag of the element. */
  element: string;
}

/** An engine of other makers, which looks for faults that axe does not look for. */
export interface Judge {
  /** Looks at the page as it is now. */
  look: (page: Page, state: string) => Promise<void>;
  /** Lists the faults of every page that was looked at. */
  listFindings: () => Promise<Finding[]>;
}

type Fault = Omit<Finding, 'state'>;

/** A judge that works inside of the page. */
function createInPage(file: string, listFaults: () => Promise<Fault[]>): Judge {
  const source = readFileSync(resolve(file), 'utf8');
  const findings: Finding[] = [];
  return {
    async look(page, state) {
      await page.evaluate(source);
      for (const fault of await page.evaluate(listFaults)) findings.push({ state, ...fault });
    },
    listFindings: async () => findings,
  };
}

interface IbmResult {
  ruleId: string;
  message: string;
  snippet: string;
  value: [string, string];
}

interface CodesnifferMessage {
  type: number;
  code: string;
  msg: string;
  element: Element;
}

declare global {
  interface Window {
    ace: { Checker: new () => { check: (document: Document, rules: string[]) => Promise<{ results: IbmResult[] }> } };
    HTMLCS: {
      process: (standard: string, document: Document, done: () => void) => void;
      getMessages: () => CodesnifferMessage[];
      getTranslation: (key: string) => string | undefined;
    };
  }
}

/** IBM's Equal Access engine: its rules for WCAG 2.2 AA and IBM's own, without those that ask a person to look. */
export const createIbmJudge = (): Judge =>
  createInPage('accessibility-checker-engine/ace.js', async () => {
    const { results } = await new window.ace.Checker().check(document, ['WCAG_2_2', 'IBM_Accessibility']);
    return results
      .filter(({ value }) => value.join() === 'VIOLATION,FAIL')
      .map(({ ruleId, message, snippet }) => ({ rule: ruleId, message, element: snippet }));
  });

/** HTML_CodeSniffer: the errors of its standard for WCAG 2 AA. Its warnings and notices ask a person to look. */
export const createCodesnifferJudge = (): Judge =>
  createInPage('html_codesniffer/build/HTMLCS.js', async () => {
    const { HTMLCS } = window;
    // Some of its messages have no text, and it stops at the first of them.
    const translate = HTMLCS.getTranslation.bind(HTMLCS);
    HTMLCS.getTranslation = (key) => translate(key) ?? key;
    await new Promise<void>((done) => HTMLCS.process('WCAG2AA', document, done));
    return HTMLCS.getMessages()
      .filter(({ type }) => type === 1)
      .map(({ code, msg, element }) => ({
        rule: code.replace(/^WCAG2AA\.(?:Principle\d\.Guideline[\d_]+\.)?/, ''),
        message: msg,
        element: (element.cloneNode() as Element).outerHTML ?? '',
      }));
  });

interface NuMessage {
  url: string;
  message: string;
  extract?: string;
  hiliteStart?: number;
  hiliteLength?: number;
}

const run = promisify(execFile);

/** W3C's Nu checker, which looks at the HTML of all pages in one run of Java; `folder` is where it finds them. */
export function createNuJudge(folder: string): Judge {
  const states: string[] = [];
  return {
    async look(page, state) {
      const html = await page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);
      writeFileSync(join(folder, `${states.push(state) - 1}.html`), html);
    },
    async listFindings() {
      const files = states.map((_, index) => `${index}.html`);
      const options = ['-jar', resolve('vnu-jar/build/dist/vnu.jar'), '--format', 'json', '--stdout', '--exit-zero-always'];
      const { stdout } = await run('java', [...options, ...files], { cwd: folder, maxBuffer: 2 ** 28 });
      const { messages } = JSON.parse(stdout) as { messages: NuMessage[] };
      return messages.map(({ url, message, extract = '', hiliteStart = 0, hiliteLength = extract.length }) => ({
        state: states[Number(/(\d+)\.html$/.exec(url)?.[1])] ?? url,
        rule: message.replaceAll(/“[^”]*”/g, '“…”'),
        message,
        element: extract.slice(hiliteStart, hiliteStart + hiliteLength),
      }));
    },
  };
}

/** Returns whether a Java is installed, without which W3C's checker does not run. */
export const hasJava = (): boolean => spawnSync('java', ['-version']).status === 0;
