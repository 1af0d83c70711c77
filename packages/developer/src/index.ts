export { explainFailure } from './failure/explain-failure';
export { showDeveloper } from './show-developer';
