/** Stands in the rendered form where the page host fills something in. The page and the form do not change these values. */
export const slots = {
  name: '{{name}}',
  logo: '{{logo}}',
  email: '{{email}}',
  link: 'the-return-link',
  wait: 98_765,
} as const;
