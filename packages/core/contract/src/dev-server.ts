// What `portico dev` and the pages of developers agree on.

/** Where `portico dev` tells that what it serves has changed. */
export const changesPath = '/.portico/changes';

/** In the query of an override's address: its server has `changesPath`. */
export const liveReloadParameter = 'live';
