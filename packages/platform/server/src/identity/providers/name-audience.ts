/** The hosts of Microsoft Entra ID in its clouds. */
const entraHosts: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];

/**
 * Returns the parameter that asks a provider for a token of an audience: a resource indicator (RFC 8707), or the scope of
 * Microsoft Entra ID, which refuses these.
 */
export function nameAudience(
  issuer: string,
  audience: string,
): { readonly resource: string } | { readonly scope: string } {
  const isEntra = entraHosts.includes(new URL(issuer).hostname);
  return isEntra ? { scope: `${audience}/.default` } : { resource: audience };
}
