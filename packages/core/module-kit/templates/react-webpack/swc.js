/** How TypeScript is compiled, by webpack and by Jest. */
export const jsc = {
  parser: { syntax: 'typescript', tsx: true },
  transform: { react: { runtime: 'automatic' } },
};
