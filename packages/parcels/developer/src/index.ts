import { createParcel } from '@portico/shared';
import { Developer } from './developer';
import sheet from './developer.css';

export { explainFailure } from './failure/explain-failure';
export { isEsModule } from './overrides/is-es-module';
export const { bootstrap, mount, unmount } = createParcel(Developer, { styles: [sheet] });
