import { hasUnsavedChanges, type PortalApi } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import {
  address,
  createApplication,
  createGate,
  enter,
  events,
  isLoading,
  leave,
  loader,
  type MountFunction,
  main,
  never,
  note,
  seeText,
  showing,
  timeout,
  type Unmount,
  waitPastTimeouts,
} from '../testing/test-application';

const retry = (reloadsFiles = false) =>
  main.querySelector('.portico-place')?.dispatchEvent(new MouseEvent('click', { altKey: reloadsFiles }));

const spies: { mockRestore(): void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

describe('mounting', () => {
  test.each([
    [
      'throws',
      'mount-error',
      async ({ element }: Parameters<MountFunction>[0]) => {
        element.textContent = 'Half of it';
        throw new Error('no');
      },
    ],
    ['hangs', 'mount-timeout', never],
  ])('a mount that %s is a failure: %s', async (_, kind, mount) => {
    createApplication(() => mount);
    await enter();
    await seeText(`panel: ${kind}`);
    expect(events).toContain(`report ${kind}`);
  });

  test('the props of a mount that throws are released', async () => {
    createApplication(() => () => Promise.reject(new Error('no')));
    await enter();
    await seeText('panel: mount-error');
    expect(events).toEqual(['release', 'report mount-error']);
  });

  test.each([
    ['the time limit', () => seeText('panel: mount-timeout')],
    ['the user has left', () => leave()],
  ])('a mount that succeeds after %s is undone immediately', async (_, pass) => {
    const gate = createGate<Unmount>();
    let isMounting = false;
    const mount = async () => {
      isMounting = true;
      const unmount = await gate.opened;
      new Function(`document.body.append(document.createElement('aside'));\n//# sourceURL=${address}`)();
      return unmount;
    };
    createApplication(() => mount);
    await enter();
    await waitFor(() => expect(isMounting).toBe(true));
    await pass();
    gate.open(async () => note('unmount'));
    await waitFor(() => expect(events.slice(-2)).toEqual(['unmount', 'release']));
    expect(document.querySelector('aside')).toBeNull();
  });

  test.each([
    ['the time limit has passed', () => seeText('panel: mount-timeout')],
    ['the user has left', () => leave()],
  ])('an application that is still mounting when %s no longer speaks to the shell', async (_, pass) => {
    const mount: MountFunction = ({ portal }) => {
      portal.setDirty(true);
      return never();
    };
    createApplication(() => mount);
    await enter();
    await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
    await pass();
    expect(hasUnsavedChanges()).toBe(false);
    expect(events).not.toContain('release');
  });

  test('a mounted application can call the shell until it is unmounted', async () => {
    let api: PortalApi | undefined;
    const mount: MountFunction = async (props) => {
      api = props.portal;
      return showing('smsa')(props);
    };
    createApplication(() => mount);
    await enter();
    await seeText('smsa');
    api?.setDirty(true);
    expect(hasUnsavedChanges()).toBe(true);
    await leave();
    expect(hasUnsavedChanges()).toBe(false);
    expect(events).toEqual(['mount smsa', 'unmount smsa', 'release']);
  });

  test('a visit to a loaded application leaves no timer behind', async () => {
    const onShow = jest.fn();
    createApplication(() => showing('smsa'), { onShow });
    await enter();
    await seeText('smsa');
    await leave();
    const start = jest.spyOn(globalThis, 'setTimeout');
    const stop = jest.spyOn(globalThis, 'clearTimeout');
    spies.push(start, stop);
    // Without `waitFor`, which has timers of its own.
    const shown = new Promise<void>((resolve) => onShow.mockImplementation(resolve));
    await enter();
    await shown;
    expect(main).toHaveTextContent('smsa');
    await leave();
    // By the next frame, all that was waiting for the mount has gone on.
    await new Promise(requestAnimationFrame);
    const started = start.mock.results.map(({ value }) => value);
    const stopped = stop.mock.calls.map(([timer]) => timer);
    expect(started).not.toEqual([]);
    expect(started.filter((timer) => !stopped.includes(timer))).toEqual([]);
  });

  test('one mount runs at a time: the next visit waits for the mount of the one before', async () => {
    const gate = createGate<Unmount>();
    const mounts: MountFunction[] = [() => gate.opened, showing('second')];
    const mount: MountFunction = (props) => {
      note('start');
      return (mounts.shift() ?? showing('third'))(props);
    };
    createApplication(() => mount, {}, 2_000);
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
    createApplication(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? showing('third'))(props));
    await enter();
    await waitFor(() => expect(mounts).toHaveLength(1));
    await leave();
    await waitPastTimeouts();
    await enter();
    await seeText('second');
  });

  test('a visit that ended before its mount could start mounts nothing', async () => {
    createApplication(() => showing('smsa'));
    await enter();
    await leave();
    await waitPastTimeouts();
    expect([events, main.childElementCount]).toEqual([[], 0]);
  });
});

describe('mounted', () => {
  test('leaving unmounts it, and the next visit mounts it again without a load', async () => {
    createApplication(() => showing('smsa'));
    await enter();
    await seeText('smsa');
    await leave();
    expect(main).toBeEmptyDOMElement();
    // A load that has ended does not hang, however long ago it began.
    await waitPastTimeouts();
    await enter();
    await seeText('smsa');
    expect(events).toEqual(['mount smsa', 'unmount smsa', 'release', 'mount smsa']);
    expect(loader.fetched).toEqual([address]);
  });

  test.each([
    ['hangs', never],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('an unmount that %s is reported, and the place is removed', async (_, unmount) => {
    createApplication(() => async () => unmount);
    await enter();
    await waitFor(() => expect(isLoading()).toBe(false));
    await leave();
    expect(main).toBeEmptyDOMElement();
    expect(events).toEqual(['release', 'report unmount-error']);
  });

  test('a crash unmounts it and shows the panel; further crashes are only reported', async () => {
    let crash: (error: unknown) => void = () => {};
    const showFailure = jest.fn<() => Promise<void>, [HTMLElement]>((place) => {
      place.textContent = 'panel: crash';
      return async () => {};
    });
    createApplication(
      () => async (props: Parameters<MountFunction>[0]) => {
        crash = props.onCrash;
        return async () => note('unmount');
      },
      { showFailure },
    );
    await enter();
    await waitFor(() => expect(isLoading()).toBe(false));
    crash(new Error('first'));
    crash(new Error('second'));
    await seeText('panel: crash');
    expect([...events].sort()).toEqual(['release', 'report crash', 'report crash', 'unmount']);
    expect(showFailure).toHaveBeenCalledTimes(1);
  });

  test('styles and leftovers of a module are removed with it', async () => {
    const mount: MountFunction = async (props) => {
      document.body.append(document.createElement('aside'));
      return showing('smsa')(props);
    };
    createApplication(() => mount);
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
    createApplication(() => showing('smsa'), { forget });
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
    createApplication(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? never)(props));
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
    createApplication(() => (props: Parameters<MountFunction>[0]) => (mounts.shift() ?? never)(props));
    await enter();
    await seeText('panel: mount-error');
    await leave();
    expect(events.at(-1)).toBe('hide panel');
    await enter();
    await seeText('smsa');
  });
});
