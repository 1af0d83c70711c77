// `portico dev` and the pages of developers share these constants.

/** The path at which `portico dev` announces changes of its files. */
export const changesPath = '/.portico/changes';

/** The query parameter of an override's address that tells that its server has `changesPath`. */
export const liveReloadParameter = 'live';
