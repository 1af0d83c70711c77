// Agreed between `portico dev` and the pages of developers.

/** The path at which `portico dev` announces changes of its files. */
export const changesPath = '/.portico/changes';

/** In the query of an override's address: its server has `changesPath`. */
export const liveReloadParameter = 'live';
