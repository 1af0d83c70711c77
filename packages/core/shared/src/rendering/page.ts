/**
 * The values that the build renders where the page host fills something in. The page and the components do not change
 * them. The first character of a name or an e-mail, from a private plane, marks the place of a letter alone.
 */
export const slots = {
  name: '{{name}}',
  logo: '{{logo}}',
  email: '{{email}}',
  link: 'the-return-link',
  wait: 98_765,
  user: '\uE000\uE001',
  app: '\uE002\uE003',
  module: '\uE004',
} as const;

// Doubles the browser for the build: the documents of the page that the shell reads while it renders.
const documents: Readonly<Record<string, object>> = {
  'script#portico-configuration': { tenants: { portal: { name: slots.name, logo: `/${slots.logo}` } } },
  'script[type="systemjs-importmap"]': { imports: {} },
  'script#portico-state': { session: 'none' },
};

class StyleSheet {
  cssRules: readonly { readonly cssText: string }[] = [];

  replaceSync(cssText: string): void {
    this.cssRules = [{ cssText }];
  }
}

Object.assign(globalThis, {
  window: new EventTarget(),
  location: new URL(`http://portal.invalid/signin?link=${slots.link}`),
  document: {
    adoptedStyleSheets: [],
    documentElement: { getAttribute: () => null, setAttribute() {} },
    querySelector: (selector: string) =>
      selector in documents ? { textContent: JSON.stringify(documents[selector]) } : null,
  },
  CSSStyleSheet: StyleSheet,
  System: { getImportMap: () => ({}) },
});

/** The text of all rules of these style sheets. */
export function collectRules(sheets: readonly CSSStyleSheet[]): string {
  return sheets.flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText)).join('');
}
