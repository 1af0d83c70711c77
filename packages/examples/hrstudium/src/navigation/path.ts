/** `/a/?b=1` and `/a?b=1` are the same place. */
export const withoutLastSlash = (path: string) => path.replace(/\/(?=\?|$)/, '');

/** Whether a path belongs to the module: `/hrstudium-2` is not within `/hrstudium`. */
export const isWithin = (path: string, basePath: string) =>
  path === basePath || path.startsWith(`${basePath}/`) || path.startsWith(`${basePath}?`);

/** The path below the base path, from `/`. */
export const withoutBase = (path: string, basePath: string) => {
  const rest = path.slice(basePath.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
};
