/** The names of the contestants in the report, in its order. */
export const contestantNames = {
  staticHtml: 'static HTML',
  reactBundle: 'one React bundle',
  moduleFederation: 'Module Federation',
  singleSpa: 'single-spa, untuned',
  portico: 'Portico',
  manyApplications: 'Portico, 500 applications',
} as const;
