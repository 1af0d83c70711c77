import { slots } from './slots';

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
});

/** The text of all rules of these style sheets. */
export function collectRules(sheets: readonly CSSStyleSheet[]): string {
  return sheets.flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText)).join('');
}
