import base from './base.css';
import button from './button/button.css';
import failure from './failure/failure.css';
import field from './field/field.css';
import formerTokens from './former-tokens.css';
import image from './image/image.css';
import modal from './modal/modal.css';
import notice from './notice/notice.css';
import page from './page/page.css';

/** The style sheets of every page, adopted at boot. `tokens.css` is not among them: it is inline in the page. */
export const uiStyles: readonly CSSStyleSheet[] = [
  base,
  formerTokens,
  page,
  button,
  failure,
  field,
  image,
  modal,
  notice,
];
