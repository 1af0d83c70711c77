import { findContainer, findMount, forgetContainer, getExposedApp } from './container';

/** A container as webpack makes it, which exposes one name. */
function createContainer({ failures = 0, exposed = './app' } = {}) {
  let remaining = failures;
  const calls = { init: 0 };
  const container = {
    init: async () => {
      calls.init += 1;
      remaining -= 1;
      if (remaining >= 0) throw new Error('not yet');
    },
    get: async (name: string) => {
      if (name !== exposed) throw new Error(`Module "${name}" does not exist in container.`);
      return () => ({ name });
    },
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

test.each(['./app', './App', '.'])('the application may be exposed as %s', async (exposed) => {
  await expect(getExposedApp(createContainer({ exposed }).container)).resolves.toEqual({ name: exposed });
});

test('a container that exposes no application is refused by the preferred name', async () => {
  const { container } = createContainer({ exposed: './main' });
  await expect(getExposedApp(container)).rejects.toThrow('Module "./app" does not exist in container.');
});

test('a chunk that does not load is not mistaken for a name that is not exposed', async () => {
  const { container } = createContainer({ exposed: './App' });
  const broken = { ...container, get: async () => Promise.reject(new Error('Loading chunk 1 failed.')) };
  await expect(getExposedApp(broken)).rejects.toThrow('Loading chunk 1 failed.');
});

test('a UMD build is mounted from the global of its key, until it is forgotten', async () => {
  const mount = () => () => {};
  Object.assign(globalThis, { umd_build: { mount } });
  // SystemJS takes whatever global a script set last.
  await expect(findMount('umd-build', { default: [] })).resolves.toEqual(expect.any(Function));
  forgetContainer('umd-build');
  await expect(findMount('umd-build', { default: [] })).resolves.toBeUndefined();
});
