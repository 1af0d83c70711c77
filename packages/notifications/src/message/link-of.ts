/** What some back ends write where they mean nothing. */
const nothing: readonly string[] = ['', 'undefined', 'null'];

/**
 * The address that a notification leads to: http or https, or a path of this origin. Everything else is none, such as
 * `javascript:`, another scheme, or a text.
 */
export function linkOf(redirect: string, origin: string = location.origin): string | undefined {
  const text = redirect.trim();
  // A browser reads a backslash as a slash and drops control characters, so that either may lead elsewhere.
  if (nothing.includes(text) || /[\\\p{Cc}\s]/u.test(text)) return undefined;
  const isPath = /^\/(?!\/)/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined;
  return URL.canParse(text, origin) ? new URL(text, origin).href : undefined;
}
