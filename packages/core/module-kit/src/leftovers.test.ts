import { watchLeftovers } from './leftovers';

test('the methods of a window may be its own accessors, as in some environments of tests', () => {
  const prototype = Object.getPrototypeOf(window);
  const added: unknown[] = [];
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    let method: unknown = (type: string) => void added.push(`${name} ${type}`);
    const accessors = { get: () => method, set: (value: unknown) => (method = value), configurable: true };
    Object.defineProperty(window, name, accessors);
  }
  Object.setPrototypeOf(window, null);
  try {
    watchLeftovers(() => 'orders');
    window.addEventListener('resize', () => {});
    expect(added).toEqual(['addEventListener resize']);
  } finally {
    Object.setPrototypeOf(window, prototype);
  }
});
