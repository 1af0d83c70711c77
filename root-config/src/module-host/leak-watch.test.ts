import { startLeakWatch } from './leak-watch';

const orders = 'https://cdn.test/orders/1/orders.js';
const stock = 'https://cdn.test/stock/1/stock.js';
const library = 'https://cdn.test/packages/events/1/events.js';
const shell = 'https://cdn.test/@portico/shared.js';
const imports = {
  '@module/orders': orders,
  '@module/stock': stock,
  events: library,
  '@portico/shared': shell,
};

/** Creates a function whose calls have this script in their stack. */
function createFunction<Values extends unknown[]>(script: string, code: string, ...names: string[]) {
  const created: (...values: Values) => void = new Function(...names, `${code}\n//# sourceURL=${script}`) as never;
  return created;
}

const listen = createFunction<[() => void]>(orders, 'window.addEventListener("resize", heard);', 'heard');
const call = createFunction<[() => void]>(stock, 'then();', 'then');

let warn: jest.SpyInstance;
let watch: ReturnType<typeof startLeakWatch>;
beforeAll(() => {
  Object.assign(window, { System: { getImportMap: () => ({ imports }) } });
  watch = startLeakWatch(true);
});
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation();
});
afterEach(() => {
  visit(() => {});
  visit(() => {});
  warn.mockRestore();
});

function visit(mount: () => void, name = '@module/orders'): void {
  const end = watch.watchMount(name);
  mount();
  end();
}

/** Whether a listener that `add` adds still gets the event after the unmount. */
const heard = jest.fn();
function countHeard(): number {
  heard.mockClear();
  window.dispatchEvent(new Event('resize'));
  return heard.mock.calls.length;
}

test('a listener that every visit leaves is removed, with that of the first visit', () => {
  visit(() => listen(() => heard()));
  expect(countHeard()).toBe(1);
  visit(() => listen(() => heard()));
  expect(countHeard()).toBe(0);
  visit(() => listen(() => heard()));
  expect(countHeard()).toBe(0);
  const listener = `a listener of "resize" on window (${orders}:3:8)`;
  expect(warn.mock.calls.flat()).toEqual([
    `[portico] @module/orders left behind: ${listener}.`,
    `[portico] @module/orders left behind: ${listener}, which the portal removed, ${listener}, which the portal removed.`,
    `[portico] @module/orders left behind: ${listener}, which the portal removed.`,
  ]);
});

test('a listener that a library adds once and keeps stays', () => {
  const once = () => heard();
  const store = createFunction<[() => void]>(`${orders}?store`, 'window.addEventListener("resize", heard);', 'heard');
  visit(() => store(once));
  visit(() => store(once));
  visit(() => {});
  expect(countHeard()).toBe(1);
  window.removeEventListener('resize', once);
});

test('an interval that every visit starts ends; one that the module clears was never left', () => {
  jest.useFakeTimers();
  const tick = jest.fn();
  const start = createFunction<[() => void]>(orders, 'setInterval(tick, 10);', 'tick');
  // Fake timers replace the functions of the window, so watch these.
  watch = startLeakWatch(true);
  visit(() => start(tick));
  visit(() => start(tick));
  jest.advanceTimersByTime(100);
  expect(tick).not.toHaveBeenCalled();
  const stop = createFunction(orders, 'clearInterval(setInterval(() => {}, 10));');
  warn.mockClear();
  visit(stop);
  expect(warn).not.toHaveBeenCalled();
  jest.useRealTimers();
});

describe('timeouts', () => {
  const tick = jest.fn();
  const poll = createFunction<[() => void]>(
    orders,
    'const again = () => { tick(); setTimeout(again, 10); };\nsetTimeout(again, 10);',
    'tick',
  );
  beforeEach(() => {
    jest.useFakeTimers();
    watch = startLeakWatch(true);
    tick.mockClear();
  });
  afterEach(() => jest.useRealTimers());

  function countTicks(): number {
    tick.mockClear();
    jest.advanceTimersByTime(100);
    return tick.mock.calls.length;
  }

  test('one that starts itself again ends when a further visit leaves a second one', () => {
    visit(() => poll(tick));
    expect(countTicks()).toBe(10);
    visit(() => {
      poll(tick);
      jest.advanceTimersByTime(10);
    });
    expect(countTicks()).toBe(0);
    const timeout = `a timeout of 10 ms (${orders}:3:31)`;
    expect(warn.mock.calls.flat()).toEqual([
      `[portico] @module/orders left behind: ${timeout}, which the portal removed, ${timeout}, which the portal removed.`,
    ]);
    visit(() => {
      poll(tick);
      jest.advanceTimersByTime(10);
    });
    expect(countTicks()).toBe(0);
  });

  test('a single one that starts itself again stays: it may retry what the user saved', () => {
    visit(() => poll(tick));
    for (const _ of [1, 2]) {
      expect(countTicks()).toBe(10);
      visit(() => {});
    }
    expect(countTicks()).toBe(10);
  });

  test('one that ends by itself stays, although every visit leaves one', () => {
    const save = createFunction<[() => void]>(orders, 'setTimeout(tick, 50);', 'tick');
    for (const _ of [1, 2, 3]) visit(() => save(tick));
    expect(countTicks()).toBe(3);
    expect(warn).not.toHaveBeenCalled();
  });

  test('the functions of timers work as those of the browser', () => {
    clearInterval(window.setTimeout(tick, 10));
    clearTimeout(window.setInterval(tick, 10));
    window.setTimeout(tick, 10, 'first', 'second');
    expect(countTicks()).toBe(1);
    expect(tick).toHaveBeenCalledWith('first', 'second');
  });
});

test('while another mount of the module is on screen, nothing is removed', () => {
  visit(() => listen(() => heard()));
  const end = watch.watchMount('@module/orders');
  visit(() => listen(() => heard()));
  expect(countHeard()).toBe(2);
  end();
  expect(countHeard()).toBe(0);
});

test('a module owns what a package adds for it, but not what another module or the shell adds', () => {
  const add = createFunction<[() => void]>(library, 'window.addEventListener("resize", heard);', 'heard');
  const use = createFunction<[typeof add, () => void]>(orders, 'add(heard);', 'add', 'heard');
  visit(() => use(add, () => heard()));
  visit(() => use(add, () => heard()));
  expect(countHeard()).toBe(0);

  const ofShell = createFunction<[() => void]>(shell, 'window.addEventListener("resize", heard);', 'heard');
  const kept: (() => void)[] = [];
  const keep = () => {
    const listener = () => heard();
    kept.push(listener);
    return listener;
  };
  for (const _ of [1, 2]) {
    visit(() => use(ofShell, keep()));
    // A function of one module that another one calls.
    visit(() => call(() => listen(keep())));
    visit(() => call(() => listen(keep())), '@module/stock');
  }
  expect(countHeard()).toBe(6);
  for (const listener of kept) window.removeEventListener('resize', listener);
});

test('a listener that ended by itself was not left', () => {
  const add = createFunction<[() => void]>(orders, 'addEventListener("resize", heard, { once: true });', 'heard');
  visit(() => {
    add(() => heard());
    countHeard();
  });
  expect(warn).not.toHaveBeenCalled();
});

test('a library that replaces the methods of all event targets later, as zone.js does, gets the listeners', () => {
  const { addEventListener } = EventTarget.prototype;
  const patched = jest.fn(addEventListener);
  const onClick = () => {};
  try {
    EventTarget.prototype.addEventListener = patched;
    document.addEventListener('click', onClick);
  } finally {
    EventTarget.prototype.addEventListener = addEventListener;
    document.removeEventListener('click', onClick);
  }
  expect(patched).toHaveBeenCalledWith('click', onClick, undefined);
});

test('globals that each visit adds under a further number are removed; others stay', () => {
  const add = (...names: string[]) =>
    visit(() => Object.assign(window, Object.fromEntries(names.map((name) => [name, 1]))));
  add('chart1', 'chart2', 'library');
  expect(window).toHaveProperty('chart1');
  add('chart3', 'other');
  for (const name of ['chart1', 'chart2', 'chart3']) expect(window).not.toHaveProperty(name);
  for (const name of ['library', 'other']) {
    expect(window).toHaveProperty(name);
    Reflect.deleteProperty(window, name);
  }
  expect(warn.mock.calls.flat()[1]).toBe(
    '[portico] @module/orders left behind: the global "chart3", which the portal removed, the global "other".',
  );
});

test('a global stays, and only developers read of it', () => {
  visit(() => Object.assign(window, { leakedByModule: 42 }));
  expect(warn.mock.calls).toEqual([['[portico] @module/orders left behind: the global "leakedByModule".']]);
  expect(window).toHaveProperty('leakedByModule', 42);
  Reflect.deleteProperty(window, 'leakedByModule');
  watch = startLeakWatch(false);
  warn.mockClear();
  visit(() => {
    Object.assign(window, { leakedByModule: 42 });
    listen(() => heard());
  });
  visit(() => listen(() => heard()));
  expect(countHeard()).toBe(0);
  expect(warn).not.toHaveBeenCalled();
});
