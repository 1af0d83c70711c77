import { findContainer, forgetContainer, getExposedApp } from './container';

function createContainer({ failures = 0 } = {}) {
  let remaining = failures;
  const calls = { init: 0 };
  const container = {
    init: async () => {
      calls.init += 1;
      remaining -= 1;
      if (remaining >= 0) throw new Error('not yet');
    },
    get: async (name: string) => () => ({ name }),
  };
  return { container, calls };
}

test('a container is initialized once, even if it is opened twice at the same time', async () => {
  const { container, calls } = createContainer();
  await Promise.all([getExposedApp(container), getExposedApp(container)]);
  await expect(getExposedApp(container)).resolves.toEqual({ name: './app' });
  expect(calls.init).toBe(1);
});

test('a failed initialization is repeated', async () => {
  const { container, calls } = createContainer({ failures: 1 });
  await expect(getExposedApp(container)).rejects.toThrow('not yet');
  await expect(getExposedApp(container)).resolves.toEqual({ name: './app' });
  expect(calls.init).toBe(2);
});

test('a container is found in the exports, or as the global of its key', () => {
  const { container } = createContainer();
  expect(findContainer('any', container)).toBe(container);
  Object.assign(globalThis, { smsa_dev: container });
  expect(findContainer('smsa-dev', { default: [] })).toBe(container);
});

test('a forgotten container is no longer found', () => {
  const { container } = createContainer();
  Object.assign(globalThis, { forgotten_one: container });
  forgetContainer('forgotten-one');
  expect(findContainer('forgotten-one', {})).toBeUndefined();
});

test('an element with the id of a module is not a container', () => {
  document.body.innerHTML = '<div id="smsa"></div>';
  expect(findContainer('smsa', {})).toBeUndefined();
});
