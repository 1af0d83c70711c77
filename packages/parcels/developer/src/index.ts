import { createParcel } from '@portico/shared';
import { Developer } from './developer';
import sheet from './developer.css';

export { explainOverrideFailure } from './failure/explain-override-failure';
export { findStyles } from './overrides/find-styles';
export { resolveEntry } from './overrides/resolve-entry';
export const { bootstrap, mount, unmount } = createParcel(Developer, { styles: [sheet] });
