/** In the order in which they are looked for: nearly every browser also names the ones it derives from. */
const browsers: readonly (readonly [RegExp, string])[] = [
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

/** Names for people; empty when unknown. */
export interface UserAgent {
  readonly browser: string;
  readonly system: string;
}

/** What a User-Agent header tells of the browser, roughly: good enough to recognise one's own devices. */
export function parseUserAgent(header: string): UserAgent {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(header))?.[1] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
