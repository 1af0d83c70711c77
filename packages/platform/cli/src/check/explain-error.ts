import type { MendedRule } from './mend';

/** What an error of a build means, and the rule whose line of configuration mends it. */
export interface Explanation {
  readonly why: string;
  readonly rule?: MendedRule;
}

/** What to look for in a message, and what it means; the explanation may use what the pattern finds. */
const meanings: readonly {
  readonly message: RegExp;
  readonly explain: (found: string) => string;
  readonly rule?: MendedRule;
}[] = [
  {
    message: /^Calling `require` for/,
    explain: () => 'A library in the form of Node requires what the build leaves out.',
    rule: 'require',
  },
  {
    message: /specifier ["'](react\/jsx-dev-runtime)["']/,
    explain: () => 'It is a development build, and the portal has the React of production.',
    rule: 'production',
  },
  {
    message: /specifier ["']([^"']+)["']/,
    explain: (name) =>
      `The build leaves out "${name}", which the portal does not have: bundle it, or, if it is a package of a team, add it to "shared" in package.json.`,
    rule: 'share-react',
  },
  {
    message: /\b(process) is not defined/,
    explain: () => 'It reads process.env, which only Node has: let the build replace it.',
    rule: 'node-variables',
  },
  {
    message: /\b(require|exports|module) is not defined/,
    explain: () => 'It is a build for Node (CommonJS).',
    rule: 'exports',
  },
  { message: /\b(define) is not defined/, explain: () => 'It is a build for AMD loaders.', rule: 'exports' },
  {
    message: /Minified React error #(?:200|299)\b|Target container is not a DOM element/,
    explain: () =>
      'It renders into an element of a page of its own: name an entry that exports mount(element), and render into that element.',
  },
];

/** What a message of the browser says of the build; `undefined` for errors of the module's own. */
export function explainError(text: string): Explanation | undefined {
  for (const { explain, message, rule } of meanings) {
    const found = message.exec(text);
    if (found) return { why: explain(found[1] ?? ''), ...(rule && { rule }) };
  }
  return undefined;
}
