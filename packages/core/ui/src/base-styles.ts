import base from './base.css';
import formerTokens from './former-tokens.css';

/** What every page has, adopted at boot. `tokens.css` is not among them: it is inlined in the page. */
export const baseStyles: readonly CSSStyleSheet[] = [base, formerTokens];
