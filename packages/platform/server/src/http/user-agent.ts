import type { BrowserName } from '@portico/contract/publishing';

/** Ordered, because nearly every browser also names the browsers that it derives from. */
const browsers: readonly (readonly [RegExp, BrowserName])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Reads the names of browser and system, so that users recognize their devices. Unknown names are empty. */
export function parseUserAgent(header: string) {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(header))?.[1] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

/** Returns the names of browser and system as one text, which is empty if both are unknown. */
export function formatUserAgent(header: string): string {
  const { browser, system } = parseUserAgent(header);
  return [browser, system].filter(Boolean).join(', ');
}
