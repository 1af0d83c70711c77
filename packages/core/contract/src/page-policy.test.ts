import { pagePolicy } from './page-policy';
import type { PolicyNeeds } from './policy-needs';

const directives = new Map(
  pagePolicy({ modules: ['https://cdn.test'] })
    .split('; ')
    .map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
);

/** Directives that fall back to `default-src` (CSP 3), without `-elem` and `-attr`: these first fall back to their kind. */
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

test('what modules need is added to the directive of its kind alone', () => {
  const parse = (policy: string) => policy.split('; ');
  const before = parse(pagePolicy({ modules: ['https://cdn.test'] }));
  const api = 'https://api.acme.test';
  const needs: PolicyNeeds = {
    workers: true,
    wasm: true,
    styleAttributes: true,
    fonts: ['data:'],
    media: ['blob:'],
    images: [api],
    connections: [api],
    frames: ['https://maps.test'],
  };
  const after = parse(pagePolicy({ modules: ['https://cdn.test'], needs }));
  expect(after.filter((directive) => !before.includes(directive))).toEqual([
    "script-src 'self' 'wasm-unsafe-eval' https://cdn.test",
    // Only attributes: style tags need a nonce, and scripts are not concerned.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${api} https://cdn.test`,
    "font-src 'self' data: https://cdn.test",
    `connect-src 'self' ${api} https://cdn.test`,
    "worker-src 'self' blob:",
    'frame-src https://maps.test',
    "media-src 'self' blob: https://cdn.test",
  ]);
});
