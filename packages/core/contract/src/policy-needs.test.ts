import * as v from 'valibot';
import {
  allowNeeds,
  findNeed,
  formatAllowance,
  joinNeeds,
  listNeeds,
  policyNeedsSchema,
  refuseNeeds,
} from './policy-needs';

const api = 'https://api.acme.test';
const maps = 'https://maps.test';

test.each<[unknown]>([
  [{ connections: ['https://*.acme.test'] }],
  [{ connections: ["https://api.acme.test; script-src 'unsafe-inline'"] }],
  [{ connections: ['https://api.acme.test/orders'] }],
  [{ images: ['data:'] }],
  [{ fonts: ['blob:'] }],
  [{ scripts: [api] }],
  [{ wasm: false }],
])('%j are not needs', (needs) => {
  expect(v.is(policyNeedsSchema, needs)).toBe(false);
});

test('origins of calls, also of websockets, and schemes are needs', () => {
  const needs = {
    workers: true,
    wasm: true,
    fonts: ['data:'],
    media: [],
    connections: [api, 'wss://live.acme.test:8443'],
  };
  expect(v.parse(policyNeedsSchema, needs)).toEqual(needs);
});

test('a module gets what it needs and the operator allows, for all modules or for it', () => {
  const allowed = { '*': { wasm: true, connections: [api] }, orders: { frames: [maps], media: [] } } as const;
  const mutable = v.parse(v.record(v.string(), policyNeedsSchema), allowed);
  const needs = v.parse(policyNeedsSchema, {
    wasm: true,
    workers: true,
    connections: [api, maps],
    frames: [maps],
    media: ['blob:'],
  });
  expect(allowNeeds('orders', needs, mutable)).toEqual({ wasm: true, connections: [api], frames: [maps], media: [] });
  expect(allowNeeds('stock', needs, mutable)).toEqual({ wasm: true, connections: [api] });
  expect(allowNeeds('orders', {}, mutable)).toEqual({});
  expect(refuseNeeds('orders', needs, mutable)).toEqual({ workers: true, connections: [maps], media: ['blob:'] });
  expect(refuseNeeds('stock', { media: [] }, mutable)).toEqual({ media: [] });
  expect(refuseNeeds('orders', { media: [] }, mutable)).toEqual({});
});

test('what is to be allowed is a field of the configuration', () => {
  expect(formatAllowance('orders', { connections: [api] })).toBe(
    `"modulePolicy": { "orders": { "connections": ["${api}"] } }`,
  );
});

test('style attributes are allowed to the modules that need them, without the operator', () => {
  expect(allowNeeds('orders', { styleAttributes: true, wasm: true }, {})).toEqual({ styleAttributes: true });
  expect(allowNeeds('orders', {}, {})).toEqual({});
  expect(findNeed({ blocked: 'inline', directive: 'style-src-attr' }, '')).toEqual({ styleAttributes: true });
  for (const directive of ['style-src', 'style-src-elem', 'script-src-attr', 'script-src-elem']) {
    expect(findNeed({ blocked: 'inline', directive }, '')).toBeUndefined();
  }
});

test('needs are listed in words, and joined without repetition', () => {
  const joined = joinNeeds([{ connections: [api] }, { connections: [api, maps], wasm: true }, { media: [] }]);
  expect(joined).toEqual({ connections: [api, maps], wasm: true, media: [] });
  expect(listNeeds(joined)).toEqual(['wasm', 'media', `connections ${api}`, `connections ${maps}`]);
});
