import { addEntries } from '@portico/shared';
import { DocumentTraces } from '../module-host/document-traces';
import { startTestLoader, type TestLoader } from './test-loader';

export const at = (name: string) => `https://cdn.test/${name}/1/entry.js`;
const names = ['orders', 'tickets', 'people', 'late', 'again'].map((key) => `@module/${key}`);

export let loader: TestLoader;
/** One for all tests, as in a page. */
export const traces = new DocumentTraces();
/** Ends the last visit. */
export let leave: () => void = () => undefined;

beforeAll(async () => {
  // jsdom lacks it.
  Object.assign(CSSStyleSheet.prototype, {
    replaceSync(this: { texts?: string[] }, text: string) {
      this.texts?.push(text);
    },
  });
  const scoped = { '@acme/styleguide': at('@acme/styleguide-1') };
  loader = await startTestLoader({
    imports: Object.fromEntries([...names, '@acme/styleguide', '@acme/forms'].map((name) => [name, at(name)])),
    scopes: { [at('@module/late')]: scoped },
  });
  addEntries({
    [at('@module/orders')]: { imports: ['@acme/styleguide'] },
    [at('@module/tickets')]: { imports: ['@acme/styleguide', '@module/people'] },
    [at('@acme/forms')]: { imports: ['@acme/styleguide'] },
    [at('@module/again')]: { imports: ['@acme/forms'] },
    [at('@module/late')]: { imports: ['@acme/styleguide'] },
  });
});
afterAll(() => loader.close());
beforeEach(() => document.body.replaceChildren());
afterEach(() => {
  leave();
  document.head.replaceChildren();
  document.adoptedStyleSheets = [];
});

/** Shows a module, or a parcel inside an element. */
export function enter(name = '@module/people', parent: Element = document.body): () => void {
  const element = document.createElement('div');
  element.dataset.portico = '';
  parent.append(element);
  const end = traces.enter(name, element);
  leave = () => {
    element.remove();
    end();
  };
  return leave;
}

/** Runs code as a script at an address. */
export function run(address: string, code: string): unknown {
  return new Function(`${code}\n//# sourceURL=${address}`)();
}

/** Adds a style as the script of a name would. */
export function addStyleBy(name: string): HTMLStyleElement {
  const before = new Set(document.querySelectorAll('style'));
  run(
    at(name),
    `const style = document.createElement('style');
     style.textContent = 'h1 { color: green }';
     document.head.append(style);`,
  );
  const [added] = [...document.querySelectorAll('style')].filter((style) => !before.has(style));
  if (!added) throw new Error('No style.');
  return added;
}

export function addStyle(text: string): HTMLStyleElement {
  return document.head.appendChild(Object.assign(document.createElement('style'), { textContent: text }));
}

export function isApplied({ isConnected, sheet }: HTMLStyleElement): boolean {
  return isConnected && sheet !== null && !sheet.disabled;
}
