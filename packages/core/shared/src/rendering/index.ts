// First, because the shell reads the page as soon as it is imported.
import './page';

export { collectRules } from './collect-rules';
export { renderPart } from './render-part';
export { showSignedOut, showUser } from './show-user';
export { slots } from './slots';
