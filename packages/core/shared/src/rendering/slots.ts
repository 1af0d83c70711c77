/**
 * Stands in what the build renders where the page host fills something in. The page and the components do not change
 * these values. Of a name or an e-mail the first character, of a private plane, shows where only the letter stands.
 */
export const slots = {
  name: '{{name}}',
  logo: '{{logo}}',
  email: '{{email}}',
  code: '{{code}}',
  link: 'the-return-link',
  wait: 98_765,
  user: '\uE000\uE001',
  app: '\uE002\uE003',
  module: '\uE004',
  description: '\uE005',
} as const;
