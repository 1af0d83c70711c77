/** Some back ends send these for an empty redirect. */
const emptyTexts: readonly string[] = ['', 'undefined', 'null'];

/** Returns the address of a redirect: http, https, or a path of this origin. `undefined` for everything else. */
export function parseRedirect(redirect: string, origin: string = location.origin): string | undefined {
  const text = redirect.trim();
  // Browsers read a backslash as a slash and drop control characters, so either could lead to another origin.
  if (emptyTexts.includes(text) || /[\\\p{Cc}]/u.test(text)) return undefined;
  const isPath = /^\/(?!\/)/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined;
  return URL.canParse(text, origin) ? new URL(text, origin).href : undefined;
}

/** The picture of a module for notifications. If that file is missing, the server answers with the small logo. */
export function getNotificationLogoAddress(module: string): string {
  return `/media/apps/${encodeURIComponent(module)}/notification.png`;
}
