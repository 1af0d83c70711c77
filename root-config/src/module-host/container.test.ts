import { containerOf, exposedApp, forgetContainerOf } from './container';

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

test('a container is initialised once, also when it is opened twice at the same time', async () => {
  const { container, calls } = createContainer();
  await Promise.all([exposedApp(container), exposedApp(container)]);
  await expect(exposedApp(container)).resolves.toEqual({ name: './app' });
  expect(calls.init).toBe(1);
});

test('a failed initialisation is tried again', async () => {
  const { container, calls } = createContainer({ failures: 1 });
  await expect(exposedApp(container)).rejects.toThrow('not yet');
  await expect(exposedApp(container)).resolves.toEqual({ name: './app' });
  expect(calls.init).toBe(2);
});

test('a container is found in the exports, or as the global of its key', () => {
  const { container } = createContainer();
  expect(containerOf('any', container)).toBe(container);
  Object.assign(globalThis, { smsa_dev: container });
  expect(containerOf('smsa-dev', { default: [] })).toBe(container);
});

test('a forgotten container is no longer found', () => {
  const { container } = createContainer();
  Object.assign(globalThis, { forgotten_one: container });
  forgetContainerOf('forgotten-one');
  expect(containerOf('forgotten-one', {})).toBeUndefined();
});

test('an element with the id of a module is no container', () => {
  document.body.innerHTML = '<div id="smsa"></div>';
  expect(containerOf('smsa', {})).toBeUndefined();
});
