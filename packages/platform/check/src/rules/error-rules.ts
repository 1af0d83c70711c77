import { quote } from '../build/messages';
import { type FixedRule, formatFix } from './bundler';
import type { Evidence } from './evidence';
import { findMissingImports } from './import-rules';
import { explainReactMismatch } from './own-react';

/** Patterns of messages with their meaning, and the rule whose line of configuration fixes it. */
const meanings: readonly { readonly message: RegExp; readonly why: string; readonly rule?: FixedRule }[] = [
  {
    message: /^Calling `require` for/,
    why: 'A library in the form of Node requires what the build leaves out.',
    rule: 'require',
  },
  {
    message: /specifier ["']react\/jsx-dev-runtime["']/,
    why: 'It is a development build, and the portal has the React of production.',
    rule: 'production',
  },
  {
    message: /specifier ["']([^"']+)["']/,
    why: 'The portal does not have "$1": bundle it, or share it as a package ("shared" in package.json).',
  },
  {
    message: /\bprocess is not defined/,
    why: 'It reads process.env, which only Node has: let the build replace it.',
    rule: 'node-variables',
  },
  {
    message: /\b(?:require|exports|module) is not defined/,
    why: 'It is a build for Node (CommonJS).',
    rule: 'exports',
  },
  {
    message: /There is no such module '([^']+)' in the SystemJS registry/,
    why: 'It looks for its own address by the name "$1" (systemjs-webpack-interop): in the portal its name is "@module/<key>", so give that one to setPublicPath.',
  },
  { message: /\bdefine is not defined/, why: 'It is a build for AMD loaders.', rule: 'exports' },
  {
    message: /Minified React error #(?:200|299)\b|Target container is not a DOM element/,
    why: 'It renders into an element of a page of its own: name an entry that exports mount(element), and render into that element.',
  },
];

/** Refuses a module that does not load, mount or unmount. */
export function checkErrors(evidence: Evidence): string[] {
  const { bundler, loaded } = evidence;
  const { entry, key } = evidence.module;
  const variable = key.replaceAll('-', '_');
  const refusals = {
    load: (message: string) => `It does not load: ${quote(message)}${describeExposed(message)}`,
    exports: () =>
      `The exports of ${entry} cannot be mounted: export mount and unmount, or mount(element, props), or a default component, from the entry or from "./app" of a container (a UMD build and a container of library type var must be at window.${variable}).${formatFix('exports', key, bundler)}`,
    parcel: (message: string) =>
      `Its "parcels" name the export ${message}, which ${entry} does not have as a parcel: export createModule(Card), lifecycles, an object with mount(element, props), or a React component.`,
    mount: (message: string) => `Mounting it failed: ${quote(message)}`,
    crash: (message: string) => `It crashed: ${quote(message)}`,
    unmount: (message: string) => `Unmounting it failed: ${quote(message)}`,
  };
  function describeExposed(message: string): string {
    if (!message.includes('does not exist in container')) return '';
    const text = loaded.find(({ name }) => name === entry)?.text ?? '';
    const names = findExposedNames(text);
    return `${names.length > 0 ? ` It exposes ${names.join(', ')}.` : ''}${formatFix('exposes', key, bundler)}`;
  }

  const missing = findMissingImports(evidence.module, evidence.bareImports);
  // Missing imports have a rule of their own, which names all of them.
  const failures = evidence.seen.failures.filter(({ message }) => !missing.includes(findSpecifier(message) ?? ''));
  return failures.map(({ step, message }) => {
    const refusal = refusals[step](message);
    const mismatch = explainReactMismatch(message, evidence);
    const meaning = meanings.find((each) => each.message.test(message));
    const why = mismatch ?? meaning?.why.replace('$1', () => meaning.message.exec(message)?.[1] ?? '');
    // The module's own errors have no other meaning.
    if (why === undefined) return refusal;
    const rule = mismatch === undefined ? meaning?.rule : undefined;
    return `${refusal.replace(/\.$/, '')}. ${why}${rule === undefined ? '' : formatFix(rule, key, bundler)}`;
  });
}

/** Finds the name that a browser or SystemJS could not resolve. */
function findSpecifier(message: string): string | undefined {
  return /specifier ["']([^"']+)["']/.exec(message)?.[1];
}

/** Finds what a container of module federation exposes, in the text of its entry. */
function findExposedNames(entry: string): string[] {
  const exposed = entry.matchAll(/["'](\.(?:\/[\w./-]+)?)["']\s*:\s*(?:async\s*)?(?:\(\)\s*=>|function\s*\()/g);
  return [...new Set([...exposed].map(([, name = '']) => name))];
}
