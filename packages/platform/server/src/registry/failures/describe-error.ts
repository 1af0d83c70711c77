import { cutText } from '@portico/contract';
import type { FailureReport, Frame } from '@portico/contract/publishing';

/** The parts of an error that no person differs in. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack: readonly Frame[];
}

/** Returns what identifies the cause of an error, without texts that may name a person. */
export function describeError({
  message,
  name,
  stack,
}: Pick<FailureReport, 'message' | 'name' | 'stack'>): ErrorDescription {
  return { name: /^[\w$.-]{1,100}$/.test(name) ? name : '', message: generalize(message), stack: parseStack(stack) };
}

const messageMax = 300;
/** Texts in quotes that are code, such as the name of a property; others may be data. */
const code = /^[\w$.@/#:[\]()<>*-]{0,60}$/;
/** Addresses of files of a build; others may have data in their path. */
const buildFile = /\/([^/]+\.(?:m?js|css|json|wasm))$/;

const rules: readonly (readonly [pattern: RegExp, replace: (text: string, ...groups: string[]) => string])[] = [
  // V8 quotes the text that it cannot parse, which may contain quotes.
  [/(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/g, () => '"<text>" is not valid JSON'],
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'`<>()]+/gi, generalizeAddress],
  [/[^\s"'`<>()@]+@[^\s"'`<>()@]+\.[a-z]{2,}/gi, () => '<e-mail>'],
  [
    /(?<!\w)(["'`])(.*?)\1(?!\w)/g,
    (text, quote, quoted) => (code.test(quoted ?? '') ? text : `${quote}<text>${quote}`),
  ],
  [/[“«„‘].*?[”»“’]/g, () => '“<text>”'],
  // A uuid, a hash or a token: long, with a digit.
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, () => '<id>'],
  [/\b(?=[a-z_-]*\d)[\w-]{16,}\b/gi, () => '<id>'],
  [/\b(?=[a-f]*\d)[\da-f]{7,}\b/gi, () => '<id>'],
  [/\d+(?:[.,:/-]\d+)*/g, () => '<n>'],
];

/** Replaces what differs by person or by call, so that reports of one cause have one message. */
export function generalize(message: string): string {
  const line = message.replace(/[\p{C}\s]+/gu, ' ').trim();
  return cutText(
    rules.reduce((text, [pattern, replace]) => text.replaceAll(pattern, replace), line),
    messageMax,
  );
}

function generalizeAddress(address: string): string {
  return buildFile.exec(address.replace(/[?#].*/, ''))?.[1] ?? '<address>';
}

const framesMax = 30;
const fileMax = 300;
// Chromium: `at draw (https://…/a.js:1:2)` or `at https://…/a.js:1:2`. Firefox and Safari: `draw@https://…/a.js:1:2`.
const frame =
  /^\s*(?:at )?(?:async )?(?:(?<name>[^@(]*?)(?:@| \())?(?<file>https?:\/\/[^\s()]+):(?<line>\d{1,9}):(?<column>\d{1,9})\)?\s*$/;
/** A stack also names the page, whose address may have data. */
const script = /\.(?:[cm]?[jt]sx?|wasm|vue|svelte)$/;

/** Reads the functions of a stack that are in files of scripts, the one that threw first. */
export function parseStack(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line): Frame[] => {
      const { column, file = '', line: number, name = '' } = frame.exec(line.slice(0, 500))?.groups ?? {};
      const address = file.replace(/[?#].*/, '');
      if (!script.test(address) || address.length > fileMax) return [];
      const called = name.replace(/^(?:async\*|new )/, '').replace(/ \[as .*$/, '');
      const isName = /^[\w$.<>/# *-]{1,100}$/.test(called);
      return [{ function: isName ? called.trim() : '', file: address, line: Number(number), column: Number(column) }];
    })
    .slice(0, framesMax);
}
