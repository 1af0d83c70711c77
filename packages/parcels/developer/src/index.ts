import { createParcel } from '@portico/shared';
import { Developer } from './developer';
import sheet from './developer.css';

export { explainFailure } from './failure/explain-failure';
export { findForm } from './overrides/find-form';
export { findStyles } from './overrides/find-styles';
export const { bootstrap, mount, unmount } = createParcel(Developer, { styles: [sheet] });
