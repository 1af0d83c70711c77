import { keepClicks } from '../routing/early-clicks';
import { guardScripts } from './guard-scripts';
import { showBootError } from './show-boot-error';

// Inline in the head of the page: runs before anything is drawn and before SystemJS.
applySettings(document.currentScript);
keepClicks();
keepFragment();
hideBrokenPictures();
guardScripts();
window.porticoShowError = showBootError;
watchBootErrors();

interface LocaleFile {
  readonly address: string;
  /** From the import map in force. */
  readonly integrity?: string;
}

/**
 * Applies the stored theme and language before the first paint, and preloads the texts of that language if the page
 * does not.
 * @param script has `data-locales`: the files of texts that the page does not preload, by language
 */
function applySettings(script: HTMLOrSVGScriptElement | null): void {
  const root = document.documentElement;
  const choice = readSetting('portico:theme') ?? '';
  const isDark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  const locale = readSetting('portico:locale') === 'en' ? 'en' : 'pt';
  const theme = isDark ? 'dark' : 'light';
  const isOtherTheme = root.getAttribute('display-mode') !== theme;
  root.setAttribute('display-mode', theme);
  root.dataset.themeChoice = /^(dark|system)$/.test(choice) ? choice : 'light';
  const before = root.lang;
  root.lang = locale === 'pt' ? 'pt-BR' : locale;

  const locales: Record<string, LocaleFile | undefined> = JSON.parse(script?.dataset.locales ?? '{}');
  const texts = locales[locale];
  if (texts) document.head.append(createLink(texts));
  // After the first paint: reading the colour computes the style of the page, which would delay the paint.
  const colorBar = () =>
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', getComputedStyle(root).getPropertyValue('--portico-surface'));
  requestAnimationFrame(() => requestAnimationFrame(colorBar));
  showRendered(root.lang !== before, isOtherTheme);
}

/**
 * Changes server-rendered parts as soon as the browser has parsed them, before anything is painted, if the user has
 * chosen another language or theme: the sign-in form is replaced with the one in that language, and the top bar with
 * its skeleton.
 */
function showRendered(isOtherLanguage: boolean, isOtherTheme: boolean): void {
  const observer = new MutationObserver(() => {
    const text = document.querySelector('#portico-other-language');
    const form = text?.nextElementSibling;
    if (form && isOtherLanguage) form.outerHTML = text.innerHTML;
    if (form) text.remove();
    if (isOtherLanguage || isOtherTheme) document.querySelector('[data-rendered="topbar"]')?.remove();
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => observer.disconnect(), { once: true });
}

/** Adds the fragment of the address to the link back of the server-rendered form: browsers do not send it. */
function keepFragment(): void {
  const add = ({ target }: Event) => {
    const sender = target instanceof Element && target.closest('[data-rendered="signin"] :is(form, a)');
    if (!sender) return;
    const name = sender.matches('form') ? 'action' : 'href';
    const address = sender.getAttribute(name) ?? '';
    const isAbsent = /[?]link=/.test(address) && !address.includes('%23');
    if (isAbsent) sender.setAttribute(name, address + encodeURIComponent(location.hash));
  };
  for (const type of ['click', 'submit']) document.addEventListener(type, add, true);
}

/** Hides server-rendered pictures that do not load: they get their fallback once they are hydrated. */
function hideBrokenPictures(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest('[data-rendered]')) target.style.visibility = 'hidden';
    },
    true,
  );
}

function createLink({ address, integrity }: LocaleFile): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  if (new URL(address, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  link.href = address;
  return link;
}

function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

declare global {
  interface Window {
    /** Set as soon as the shell starts, which then shows errors itself. */
    porticoStarted?: boolean;
    /** Replaces the page with an error: the shell shows its own by it, too. */
    porticoShowError?: typeof showBootError;
  }
}

/** Shows the error that keeps the shell from starting: one of its files that did not load, or an exception in them. */
function watchBootErrors(): void {
  let isLasting = false;
  const whenReady = (detail: string, files = detail, lasts = false) => {
    // Only errors of the shell's own files: browser extensions run scripts in the page, too.
    if (window.porticoStarted || !files.includes('@portico/')) return;
    isLasting ||= lasts;
    if (document.body) showBootError(detail, isLasting);
    else document.addEventListener('DOMContentLoaded', () => showBootError(detail, isLasting), { once: true });
  };
  window.addEventListener(
    'error',
    (event) => {
      if (event.target instanceof HTMLScriptElement) {
        const { src } = event.target;
        if (src) whenReady(`${src} did not load.`);
        if (/^http.*@portico\//.test(src))
          void isGone(src).then((gone) => gone && whenReady(`${src} does not exist.`, src, true));
      } else if (event instanceof ErrorEvent) {
        // Preloads and pictures, which have other events, are ignored: whatever needs the file requests it again.
        whenReady(event.message, event.filename);
      }
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof Error)) return;
    // SystemJS error 8: the import map lacks a name.
    whenReady(reason.message, reason.message + reason.stack, reason.message.includes('errors.md#8'));
  });
}

/** Whether the server says that a file does not exist. Errors of the network and of the server may pass. */
async function isGone(address: string): Promise<boolean> {
  const { status } = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => Response.error());
  return status === 404 || status === 410;
}
