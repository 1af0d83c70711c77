/**
 * The values that the build renders where the page host fills something in. The page and the components do not change
 * them. The first character of a name or an e-mail, from a private plane, marks the place of a letter alone.
 */
export const slots = {
  name: '{{name}}',
  logo: '{{logo}}',
  email: '{{email}}',
  link: 'the-return-link',
  wait: 98_765,
  user: '\uE000\uE001',
  app: '\uE002\uE003',
  module: '\uE004',
} as const;
