import { waitFor } from '@testing-library/dom';
import { liveImportMap } from '../import-map/live-import-map';
import {
  address,
  createApplication,
  createGate,
  enter,
  events,
  isLoading,
  leave,
  loader,
  main,
  name,
  never,
  nextAddress,
  note,
  seeText,
  showing,
  type Unmount,
  waitPastTimeouts,
} from '../testing/test-application';
import type { HostedApplicationOptions } from './hosted-application';

describe('loading', () => {
  test('single-spa does not wait, and a loader shows until the application has mounted', async () => {
    const gate = createGate<Unmount>();
    createApplication(() => () => gate.opened);
    await enter();
    await waitFor(() => expect(isLoading()).toBe(true));
    gate.open(async () => {});
    await waitFor(() => expect(isLoading()).toBe(false));
  });

  test('server-rendered content that works without its script stays when that does not load', async () => {
    main.innerHTML =
      '<div class="portico-place" data-rendered="signin"><div><form action="/signin">Sign in</form></div></div>';
    const form = main.querySelector('form');
    loader.files.set(address, () => Promise.reject(new Error('down')));
    createApplication(() => showing('x'), { worksRendered: true, onShow: () => note('show') });
    await enter();
    await waitFor(() => expect(events).toEqual(['report load-error', 'show']));
    expect(main.querySelector('form')).toBe(form);
    expect(main).toHaveTextContent(/^Sign in$/);
    await leave();
    expect(main).toBeEmptyDOMElement();
    // Nothing is rendered now.
    await enter();
    await seeText('panel: load-error');
  });

  test.each([
    ['does not load', 'load-error', () => Promise.reject(new Error('down')), showing('x')],
    ['hangs', 'load-timeout', never, showing('x')],
    ['exports nothing to mount', 'wrong-exports', async () => ({}), undefined],
  ])('a file that %s is a failure: %s', async (_, kind, file, mount) => {
    loader.files.set(address, file);
    createApplication(() => mount);
    await enter();
    await seeText(`panel: ${kind}`);
    expect(events).toEqual([`report ${kind}`]);
  });

  test('a file that loads at the second attempt keeps its version, although the import map has moved on meanwhile', async () => {
    loader.files.set(address, async () => {
      loader.files.set(address, async () => ({ file: 'smsa' }));
      // A deploy: the page gets the new map between two attempts.
      loader.live.map = { imports: { [name]: nextAddress } };
      await liveImportMap.refresh();
      throw new Error('Error loading (SystemJS Error#3)');
    });
    createApplication(
      () => showing('smsa'),
      { loadStyles: async () => note(`styles of ${System.resolve(name)}`) },
      5_000,
    );
    await enter();
    await seeText('smsa');
    expect(events).toEqual([`styles of ${address}`, 'mount smsa']);
  });

  test('a file that hangs does not keep a name from the next import map', async () => {
    loader.files.set(address, never);
    loader.files.set(nextAddress, async () => ({ file: 'next' }));
    createApplication(() => showing('next'));
    await enter();
    await seeText('panel: load-timeout');
    loader.live.map = { imports: { [name]: nextAddress } };
    await liveImportMap.refresh();
    main.querySelector('.portico-place')?.dispatchEvent(new MouseEvent('click'));
    await seeText('next');
  });

  test('a user who leaves while it loads sees nothing, and the next visit joins the load', async () => {
    const gate = createGate<System.Module>();
    loader.files.set(address, () => gate.opened);
    createApplication(() => showing('smsa'));
    await enter();
    await leave();
    expect(main).toBeEmptyDOMElement();
    await enter();
    gate.open({});
    await seeText('smsa');
    expect([events, loader.fetched]).toEqual([['mount smsa'], [address]]);
  });

  test('a user who left while it loaded later finds it with its style sheets', async () => {
    const file = createGate<System.Module>();
    const sheet = createGate();
    const loads = [Promise.resolve(), sheet.opened];
    createApplication(() => showing('smsa'), { loadStyles: async () => loads.shift() });
    loader.files.set(address, () => file.opened);
    await enter();
    await leave();
    file.open({});
    await waitFor(() => expect(loads).toHaveLength(1));
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    await enter();
    await waitFor(() => expect(loads).toHaveLength(0));
    for (let step = 0; step < 100; step += 1) await Promise.resolve();
    expect(events).toEqual([]);
    sheet.open();
    await seeText('smsa');
    await leave();
    // Only that return waits.
    await enter();
    await seeText('smsa');
    expect(loader.fetched).toEqual([address]);
  });

  test('an error after the user has left is reported, and the next visit loads again; a timeout is not', async () => {
    const gate = createGate<System.Module>();
    loader.files.set(address, () => gate.opened);
    createApplication(() => showing('smsa'));
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

  test('a load that hangs beyond its time limit is not joined, and does not disturb the next one when it fails', async () => {
    const hanging = createGate<System.Module>();
    loader.files.set(address, () => hanging.opened);
    createApplication(() => showing('smsa'));
    await enter();
    await leave();
    await waitPastTimeouts();
    loader.files.set(address, async () => ({}));
    await enter();
    await seeText('smsa');
    hanging.fail(new Error('down'));
    await waitPastTimeouts();
    await leave();
    await enter();
    await seeText('smsa');
    expect(loader.fetched).toEqual([address, `${address}?retry=1`]);
  });

  test('the next visit immediately repeats a load that failed after the user had left', async () => {
    const gate = createGate<System.Module>();
    loader.files.set(address, () => gate.opened);
    createApplication(() => showing('smsa'), {}, 5_000);
    await enter();
    await leave();
    gate.fail(new Error('down'));
    await waitFor(() => expect(events).toEqual(['report load-error']));
    loader.files.set(address, async () => ({}));
    await enter();
    await seeText('smsa');
  });

  test('what its file adds to the body after the user has left is removed', async () => {
    const gate = createGate();
    loader.files.set(address, async () => {
      await gate.opened;
      new Function(`document.body.append(document.createElement('aside'));\n//# sourceURL=${address}`)();
      return {};
    });
    createApplication(() => showing('smsa'));
    await enter();
    await leave();
    gate.open();
    await waitPastTimeouts();
    expect(document.querySelector('aside')).toBeNull();
  });

  test('it mounts once its style sheets have loaded', async () => {
    const sheet = createGate();
    createApplication(() => showing('smsa'), { loadStyles: () => sheet.opened }, 5_000);
    await enter();
    await waitFor(() => expect(loader.fetched).toEqual([address]));
    await waitPastTimeouts();
    expect(events).toEqual([]);
    sheet.open();
    await seeText('smsa');
  });

  test.each<[string, Partial<HostedApplicationOptions>]>([
    ['a style sheet does not load', { loadStyles: () => Promise.reject(new Error('down')) }],
    ['what it exposes does not load', { findMount: () => Promise.reject(new Error('down')) }],
  ])('it has not loaded when %s', async (_, options) => {
    createApplication(() => showing('smsa'), options);
    await enter();
    await seeText('panel: load-error');
    expect(events).toEqual(['report load-error']);
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
    createApplication(() => showing('smsa'), { importMapHooks: createHooks(async (failure) => failure) });
    await enter();
    await seeText('smsa');
    await waitFor(() => expect(events).toEqual(['before import', 'mount smsa', 'mounted']));
  });

  test('may lead the name elsewhere before the import', async () => {
    loader.files.set(nextAddress, async () => ({}));
    const beforeImport = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      System.addImportMap({ imports: { [name]: nextAddress } });
    };
    createApplication(() => showing('smsa'), {
      importMapHooks: { ...createHooks(async (failure) => failure), beforeImport },
      loadStyles: async () => note(`styles of ${System.resolve(name)}`),
    });
    await enter();
    await seeText('smsa');
    expect(loader.fetched).toEqual([nextAddress]);
    expect(events).toEqual([`styles of ${nextAddress}`, 'mount smsa', 'mounted']);
  });

  test('may lead the name elsewhere after a failure: to its style sheets as well', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    loader.files.set(nextAddress, async () => ({}));
    const onImportError = async () => System.addImportMap({ imports: { [name]: nextAddress } });
    createApplication(() => showing('smsa'), {
      importMapHooks: { ...createHooks(async (failure) => failure), onImportError },
      loadStyles: async () => note(`styles of ${System.resolve(name)}`),
    });
    await enter();
    await seeText('smsa');
    expect(events.filter((event) => event.startsWith('styles'))).toEqual([
      `styles of ${address}`,
      `styles of ${nextAddress}`,
    ]);
  });

  test('get a failure before its panel shows', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    const onFailure = async (failure: Parameters<HostedApplicationOptions['showFailure']>[1]) => {
      note('failure');
      return failure;
    };
    createApplication(() => showing('smsa'), { importMapHooks: createHooks(onFailure) });
    await enter();
    await seeText('panel: load-error');
    expect(events).toEqual(['before import', 'import error', 'report load-error', 'failure']);
  });

  test('may reload the page instead, while the loader stays', async () => {
    loader.files.set(address, () => Promise.reject(new Error('down')));
    createApplication(() => showing('smsa'), { importMapHooks: createHooks(async () => undefined) });
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
    createApplication(() => showing('smsa'), { importMapHooks: hooks });
    await enter();
    await waitFor(() => expect(events).toContain('report load-error'));
    await leave();
    gate.open();
    await expect(asked.opened).resolves.toEqual([false, true]);
    expect(main).toBeEmptyDOMElement();
  });
});
