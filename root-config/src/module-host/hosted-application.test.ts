import { waitFor } from '@testing-library/dom';
import { startTestLoader, type TestLoader } from '../testing/test-loader';
import { DocumentTraces } from './document-traces';
import { HostedApplication, type HostedApplicationOptions } from './hosted-application';

type Unmount = () => Promise<void>;
type MountFunction = (props: { element: HTMLElement; onCrash: (error: unknown) => void }) => Promise<Unmount>;

const timeout = 100;

// Fresh for each test, because SystemJS keeps what it has loaded.
let count = 0;
let name: string;
let address: string;

let loader: TestLoader;
let main: HTMLElement;
/** What happened, in order. */
let events: string[];
let application: HostedApplication;

beforeAll(async () => {
  loader = await startTestLoader({});
});
afterAll(() => loader.close());
beforeEach(() => {
  count += 1;
  name = `@module/test-${count}`;
  address = `https://cdn.test/test-${count}.js`;
  System.addImportMap({ imports: { [name]: address } });
  loader.files.clear();
  loader.fetched.length = 0;
  events = [];
  main = document.createElement('main');
  document.body.replaceChildren(main);
});
afterEach(async () => {
  await application.lifecycles.unmount();
});

const never = () => new Promise<never>(() => {});
const note = (event: string) => void events.push(event);

/** A mount that shows a text, and notes both of its ends. */
const showing =
  (text: string): MountFunction =>
  async ({ element }) => {
    note(`mount ${text}`);
    element.append(text);
    return async () => note(`unmount ${text}`);
  };

/** A promise to settle later. */
function createGate<Value = void>() {
  let open: (value: Value) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const opened = new Promise<Value>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, fail };
}

/** Creates the application; its file is fetched at each load, and `mount` is what it exports by then. */
function create(mount: () => unknown, options: Partial<HostedApplicationOptions> = {}): HostedApplication {
  if (!loader.files.has(address)) loader.files.set(address, async () => ({ file: 'smsa' }));
  application = new HostedApplication({
    name,
    container: main,
    timeout,
    findMount: async () => {
      const found = mount();
      return isMount(found) ? (props) => found(props) : undefined;
    },
    createProps: (element, onCrash) => ({
      props: { key: 'smsa', basePath: '/smsa', element, onCrash, portal: Object.create(null) },
      release: () => note('release'),
    }),
    showFailure: (place, { kind }, onRetry) => {
      place.textContent = `panel: ${kind}`;
      place.onclick = ({ altKey }) => onRetry(altKey);
      return async () => note('hide panel');
    },
    report: (kind) => note(`report ${kind}`),
    ...options,
  });
  return application;
}

function isMount(value: unknown): value is MountFunction {
  return typeof value === 'function';
}

const enter = () => application.lifecycles.mount();
const leave = () => application.lifecycles.unmount();
const retry = (isAnew = false) =>
  main.querySelector('.portico-place')?.dispatchEvent(new MouseEvent('click', { altKey: isAnew }));
const seeText = (text: string) => waitFor(() => expect(main).toHaveTextContent(new RegExp(`^${text}$`)));
const isLoading = () => main.querySelector('.portico-loader') !== null;
/** Longer than all time limits of loading and mounting. */
const waitPastTimeouts = () => new Promise((resolve) => setTimeout(resolve, 3 * timeout));

describe('loading', () => {
  test('single-spa does not wait, and a loader shows until the application has mounted', async () => {
    const gate = createGate<Unmount>();
    create(() => () => gate.opened);
    await enter();
    expect(isLoading()).toBe(true);
    gate.open(async () => {});
    await waitFor(() => expect(isLoading()).toBe(false));
  });

  test.each([
    ['does not load', 'load-error', () => Promise.reject(new Error('down')), showing('x')],
    ['hangs', 'load-timeout', never, showing('x')],
    ['exports nothing to mount', 'wrong-exports', async () => ({}), undefined],
  ])('a file that %s is a failure: %s', async (_, kind, file, mount) => {
    loader.files.set(address, file);
    create(() => mount);
    await enter();
    await seeText(`panel: ${kind}`);
    expect(events).toEqual([`report ${kind}`]);
  });

  test('a user who leaves meanwhile sees nothing of it, and the next visit joins the load', async () => {
    const gate = createGate<System.Module>();
    loader.files.set(address, () => gate.opened);
    create(() => showing('smsa'));
    await enter();
    await leave();
    expect(main).toBeEmptyDOMElement();
    await enter();
    gate.open({});
    await seeText('smsa');
    expect([events, loader.fetched]).toEqual([['mount smsa'], [address]]);
  });

  test('an error after the user has left is reported, and the next visit loads again; a timeout is not', async () => {
    const gate = createGate<System.Module>();
    loader.files.set(address, () => gate.opened);
    create(() => showing('smsa'));
    await enter();
    await leave();
    await waitPastTimeouts();
    expect(events).toEqual([]);
    gate.fail(new Error('down'));
    await waitPastTimeouts();
    loader.files.set(address, async () => ({}));
    await enter();
    await seeText('smsa');
    expect(loader.fetched).toHaveLength(2);
  });

  test('a load that hangs beyond its time limit is not joined', async () => {
    loader.files.set(address, never);
    create(() => showing('smsa'));
    await enter();
    await leave();
    await waitPastTimeouts();
    loader.files.set(address, async () => ({}));
    await enter();
    await seeText('smsa');
    expect(loader.fetched).toEqual([address, `${address}?retry=1`]);
  });
});

describe('mounting', () => {
  test.each([
    ['throws', 'mount-error', () => Promise.reject(new Error('no'))],
    ['hangs', 'mount-timeout', never],
  ])('a mount that %s is a failure: %s', async (_, kind, mount) => {
    create(() => mount);
    await enter();
    await seeText(`panel: ${kind}`);
    expect(events).toContain(`report ${kind}`);
  });

  test.each([
    ['the time limit', () => seeText('panel: mount-timeout')],
    ['the user has left', () => leave()],
  ])('a mount that succeeds after %s is undone at once', async (_, pass) => {
    const gate = createGate<Unmount>();
    let isMounting = false;
    create(() => () => {
      isMounting = true;
      return gate.opened;
    });
    await enter();
    await waitFor(() => expect(isMounting).toBe(true));
    await pass();
    gate.open(async () => note('unmount'));
    await waitFor(() => expect(events.slice(-2)).toEqual(['unmount', 'release']));
  });

  test('one mount runs at a time: the next visit waits for the mount of the one before', async () => {
    const gate = createGate<Unmount>();
    const mounts: MountFunction[] = [() => gate.opened, showing('second')];
    const mount: MountFunction = (props) => {
      note('start');
      return (mounts.shift() ?? showing('third'))(props);
    };
    create(() => mount, { timeout: 2_000 });
    await enter();
    await waitFor(() => expect(events).toEqual(['start']));
    await leave();
    await enter();
    await new Promise((resolve) => setTimeout(resolve, timeout));
    expect(events).toEqual(['start']);
    gate.open(async () => note('unmount first'));
    await seeText('second');
    expect(events).toEqual(['start', 'unmount first', 'release', 'start', 'mount second']);
  });

  test('a mount that never settles delays the next visit by its time limit only', async () => {
    const mounts: MountFunction[] = [never, showing('second')];
    create(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? showing('third'))(props));
    await enter();
    await waitFor(() => expect(mounts).toHaveLength(1));
    await leave();
    await waitPastTimeouts();
    await enter();
    await seeText('second');
  });

  test('a visit that ended before its mount could start mounts nothing', async () => {
    create(() => showing('smsa'));
    await enter();
    await leave();
    await waitPastTimeouts();
    expect([events, main.childElementCount]).toEqual([[], 0]);
  });
});

describe('mounted', () => {
  test('leaving unmounts it, and the next visit mounts it again without a load', async () => {
    create(() => showing('smsa'));
    await enter();
    await seeText('smsa');
    await leave();
    expect(main).toBeEmptyDOMElement();
    await enter();
    await seeText('smsa');
    expect(events).toEqual(['mount smsa', 'unmount smsa', 'release', 'mount smsa']);
    expect(loader.fetched).toEqual([address]);
  });

  test.each([
    ['hangs', never],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('an unmount that %s is reported, and the place is removed', async (_, unmount) => {
    create(() => async () => unmount);
    await enter();
    await waitFor(() => expect(isLoading()).toBe(false));
    await leave();
    expect(main).toBeEmptyDOMElement();
    expect(events).toEqual(['release', 'report unmount-error']);
  });

  test('a crash unmounts it and shows the panel; further crashes are only reported', async () => {
    let crash: (error: unknown) => void = () => {};
    create(() => async (props: Parameters<MountFunction>[0]) => {
      crash = props.onCrash;
      return async () => note('unmount');
    });
    await enter();
    await waitFor(() => expect(isLoading()).toBe(false));
    crash(new Error('first'));
    crash(new Error('second'));
    await seeText('panel: crash');
    expect([...events].sort()).toEqual(['release', 'report crash', 'report crash', 'unmount']);
  });

  test('styles and leftovers of a module are removed with it', async () => {
    const mount: MountFunction = async ({ element }) => {
      document.body.append(document.createElement('aside'));
      return showing('smsa')({ element, onCrash: () => {} });
    };
    create(() => mount, { traces: new DocumentTraces() });
    main.dataset.portico = '';
    await enter();
    await seeText('smsa');
    expect(document.querySelector('aside')).not.toBeNull();
    await leave();
    expect(document.querySelector('aside')).toBeNull();
  });
});

describe('failed', () => {
  test('a retry loads the files again', async () => {
    const files = [async () => Promise.reject(new Error('down')), async () => ({})];
    loader.files.set(address, () => (files.shift() ?? (async () => ({})))());
    const forget = jest.fn();
    create(() => showing('smsa'), { forget });
    await enter();
    await seeText('panel: load-error');
    retry();
    await seeText('smsa');
    expect(events).toEqual(['report load-error', 'hide panel', 'mount smsa']);
    expect(loader.fetched).toEqual([address, `${address}?retry=${forget.mock.calls.length}`]);
  });

  test('a retry after a crash mounts what has loaded, unless it is asked to load again', async () => {
    const crashing: MountFunction = async ({ onCrash }) => {
      queueMicrotask(() => onCrash(new Error('crash')));
      return async () => {};
    };
    const mounts = [crashing, crashing, showing('smsa')];
    create(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? never)(props));
    await enter();
    await seeText('panel: crash');
    retry();
    await waitFor(() => expect(events.filter((event) => event === 'report crash')).toHaveLength(2));
    await seeText('panel: crash');
    expect(loader.fetched).toHaveLength(1);
    retry(true);
    await seeText('smsa');
    expect(loader.fetched).toHaveLength(2);
  });

  test('leaving removes the panel, and the next visit starts again', async () => {
    const mounts: MountFunction[] = [() => Promise.reject(new Error('no')), showing('smsa')];
    create(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? never)(props));
    await enter();
    await seeText('panel: mount-error');
    await leave();
    expect(events.at(-1)).toBe('hide panel');
    await enter();
    await seeText('smsa');
  });
});

describe('the hooks of the import map', () => {
  const createHooks = (onFailure: NonNullable<HostedApplicationOptions['importMapHooks']>['onFailure']) => ({
    beforeImport: async () => note('before import'),
    onImportError: async () => note('import error'),
    onMount: () => note('mounted'),
    onFailure,
  });

  test('run before the import and after the mount', async () => {
    create(() => showing('smsa'), { importMapHooks: createHooks(async (failure) => failure) });
    await enter();
    await seeText('smsa');
    await waitFor(() => expect(events).toEqual(['before import', 'mount smsa', 'mounted']));
  });

  test('get a failure before its panel shows', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    const onFailure = async (failure: Parameters<HostedApplicationOptions['showFailure']>[1]) => {
      note('failure');
      return failure;
    };
    create(() => showing('smsa'), { importMapHooks: createHooks(onFailure) });
    await enter();
    await seeText('panel: load-error');
    expect(events).toEqual(['before import', 'import error', 'report load-error', 'failure']);
  });

  test('may reload the page instead, and the loader stays until then', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    create(() => showing('smsa'), { importMapHooks: createHooks(async () => undefined) });
    await enter();
    await waitFor(() => expect(events).toContain('report load-error'));
    await waitPastTimeouts();
    expect([isLoading(), main.textContent]).toEqual([true, '']);
  });

  test('are told that the user has left', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    const gate = createGate();
    const asked = createGate<boolean[]>();
    const hooks = createHooks(async (failure, hasLeft) => {
      const before = hasLeft();
      await gate.opened;
      asked.open([before, hasLeft()]);
      return failure;
    });
    create(() => showing('smsa'), { importMapHooks: hooks });
    await enter();
    await waitFor(() => expect(events).toContain('report load-error'));
    await leave();
    gate.open();
    await expect(asked.opened).resolves.toEqual([false, true]);
    expect(main).toBeEmptyDOMElement();
  });
});
