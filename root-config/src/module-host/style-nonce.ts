import { readServerTiming } from '../reports/read-server-timing';

/**
 * The nonce by which the content policy allows style tags; empty in a browser that does not tell it
 * (docs/decisions/0043).
 */
export const getStyleNonce = () =>
  readServerTiming('style-nonce') ?? document.querySelector<HTMLScriptElement>('script#portico-overrides')?.nonce ?? '';

/**
 * Lets scripts add style tags, as most libraries for styles do. Tags in markup need `portal.styleNonce`.
 */
export function allowStyleTags(): void {
  const nonce = getStyleNonce();
  if (!nonce) return;
  // Where tools look for it. The property, because anybody can read an attribute.
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  document.head.append(Object.assign(meta, { nonce }));
  const createElement = document.createElement.bind(document);
  document.createElement = (...request: [string, ElementCreationOptions?]) => {
    const element = createElement(...request);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
