// First, because the shell reads the page as soon as it is imported.
import './page';

export { collectRules } from './page';
export { showSignedOut, showUser } from './show-user';
export { slots } from './slots';
