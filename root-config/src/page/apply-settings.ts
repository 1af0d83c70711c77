interface LocaleFile {
  readonly rel: 'preload' | 'prefetch';
  readonly address: string;
  /** Where the import map in force has one. */
  readonly integrity?: string;
}

/**
 * Applies the kept theme and language before the first paint, and fetches the texts of that language early.
 * @param script carries `data-locales`: the files of the catalogues, by language
 */
export function applySettings(script: HTMLOrSVGScriptElement | null): void {
  const root = document.documentElement;
  const theme = read('portico:theme') === 'dark' ? 'dark' : 'light';
  const locale = read('portico:locale') === 'en' ? 'en' : 'pt';
  root.setAttribute('display-mode', theme);
  root.lang = locale === 'pt' ? 'pt-BR' : locale;

  const locales: Record<string, readonly LocaleFile[]> = JSON.parse(script?.dataset.locales ?? '{}');
  document.head.append(...(locales[locale] ?? []).map(linkTo));
}

function linkTo({ rel, address, integrity }: LocaleFile): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.as = 'script';
  if (new URL(address, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  link.href = address;
  return link;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
