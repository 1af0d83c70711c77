import button from './button/button.css';
import failure from './failure/failure.css';
import field from './field/field.css';
import image from './image/image.css';
import modal from './modal/modal.css';
import notice from './notice/notice.css';
import page from './page/page.css';

/** The style sheets of the components, adopted once, when their file has loaded. */
export const uiStyles: readonly CSSStyleSheet[] = [page, button, failure, field, image, modal, notice];
