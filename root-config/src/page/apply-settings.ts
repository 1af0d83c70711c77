/**
 * Applies the kept theme and language before the first paint, and fetches the texts of that language early.
 * @param script carries `data-locales`: the addresses of the catalogues, by language
 */
export function applySettings(script: HTMLOrSVGScriptElement | null): void {
  const root = document.documentElement;
  const theme = read('portico:theme') === 'dark' ? 'dark' : 'light';
  const locale = read('portico:locale') === 'en' ? 'en' : 'pt';
  root.setAttribute('display-mode', theme);
  root.lang = locale === 'pt' ? 'pt-BR' : locale;

  const locales: Record<string, { address: string; integrity: string }> = JSON.parse(script?.dataset.locales ?? '{}');
  const catalogue = locales[locale];
  if (!catalogue) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  if (new URL(catalogue.address, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
  link.integrity = catalogue.integrity;
  link.href = catalogue.address;
  document.head.append(link);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
