import { readServerTiming } from '../reports/read-server-timing';

/** The nonce by which the content policy allows style tags; may be empty (docs/decisions/0043). */
export const getStyleNonce = () =>
  readServerTiming('style-nonce') ?? document.querySelector<HTMLScriptElement>('script#portico-overrides')?.nonce ?? '';

/** Lets scripts add style tags, as most libraries for styles do. Tags in markup need `portal.styleNonce`. */
export function allowStyleTags(): void {
  const nonce = getStyleNonce();
  if (!nonce) return;
  // Style tools look for the nonce here. Set the property, because any script can read an attribute.
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
