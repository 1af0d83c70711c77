const helpByBrowser: readonly (readonly [RegExp, string])[] = [
  [
    /Edg\//,
    'https://support.microsoft.com/microsoft-edge/manage-cookies-in-microsoft-edge-168dab11-0753-043d-7c16-ede5947fc64d',
  ],
  [/Firefox\//, 'https://support.mozilla.org/kb/websites-say-cookies-are-blocked-unblock-them'],
  [/Version\/.* Safari\//, 'https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac'],
];

/** Returns the address of the instructions for allowing cookies in the browser with this `User-Agent`. */
export function findCookieHelp(userAgent = ''): string {
  const [, help] = helpByBrowser.find(([pattern]) => pattern.test(userAgent)) ?? [];
  return help ?? 'https://support.google.com/accounts/answer/61416';
}
