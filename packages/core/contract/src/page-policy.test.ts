import { pagePolicy } from './page-policy';

const directives = new Map(
  pagePolicy({ modules: ['https://cdn.test'] })
    .split('; ')
    .map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
);

/** What falls back to `default-src` (CSP 3), besides `-elem` and `-attr`, which fall back to their own kind first. */
const kinds = ['child', 'connect', 'font', 'frame', 'img', 'manifest', 'media', 'object', 'script', 'style', 'worker'];

test('only prefetches, which have no directive of their own, are left to default-src', () => {
  expect(directives.get('default-src')).toBe("'self'");
  expect(kinds.filter((kind) => !directives.has(`${kind}-src`))).toEqual([]);
});

test.each(['child', 'frame', 'media', 'object'])('%s-src allows nothing', (kind) => {
  expect(directives.get(`${kind}-src`)).toBe("'none'");
});

test.each(['https://a.test;script-src', 'https://a.test,b', 'https://a.test b'])(
  'the source %s is left out',
  (source) => {
    const policy = pagePolicy({ modules: [], images: [source, 'https://b.test'], connections: [source] });
    expect(policy).toContain("img-src 'self' data: blob: https://b.test; ");
    expect(policy).not.toContain(source);
  },
);

test('the origins of modules are for scripts, style sheets, pictures, fonts and calls', () => {
  const open = [...directives].filter(([, sources]) => sources.includes('https://cdn.test')).map(([name]) => name);
  expect(open).toEqual(['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']);
});
