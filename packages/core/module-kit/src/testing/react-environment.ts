// React reads this global to decide whether updates outside `act` are a mistake; Testing Library sets it too.
const flag = 'IS_REACT_ACT_ENVIRONMENT';

/** Runs an action that re-renders the module; resolves after the render. */
export async function thenDrawn(work: () => void | Promise<void>): Promise<void> {
  const { act } = await react;
  // React's production build has no `act`.
  if (typeof act === 'function') await withFlag(() => runInAct(act, work));
  else await work();
  // Vue and Svelte render in microtasks.
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  // Angular renders in a timer. The others need none, and it would never end if timers were fake from the start.
  if (document.querySelector('[ng-version]')) await new Promise((resolve) => startTimer(resolve));
}

/** Catches the error inside `act`. Otherwise React's queue stays open, and later tests get warnings. */
async function runInAct(act: typeof import('react').act, work: () => void | Promise<void>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  await act(async () => {
    try {
      await work();
    } catch (error) {
      failure = { error };
    }
  });
  if (failure) throw failure.error;
}

// A test may replace the timer of the page by a fake one.
const startTimer = setTimeout;

/** React, or nothing for teams with another framework. */
const react: Promise<{ readonly act?: typeof import('react').act }> = import('./act').catch(() => ({}));

/** The value of the flag before the first of the works that run, and their number: they may overlap. */
let drawing: { readonly before: unknown; count: number } = { before: undefined, count: 0 };

/** Waits for work during which React renders by itself. Inside `act`, React would render only after the work. */
export async function drawingByItself<T>(work: () => Promise<T>): Promise<T> {
  // No test with React; `portico check` would list the global as a module's own.
  if (drawing.count === 0 && !Reflect.get(globalThis, flag)) return work();
  if (drawing.count === 0) drawing = { before: Reflect.get(globalThis, flag), count: 0 };
  drawing.count += 1;
  Reflect.set(globalThis, flag, false);
  try {
    return await work();
  } finally {
    drawing.count -= 1;
    if (drawing.count === 0) Reflect.set(globalThis, flag, drawing.before);
  }
}

async function withFlag<T>(work: () => Promise<T>): Promise<T> {
  const before: unknown = Reflect.get(globalThis, flag);
  Reflect.set(globalThis, flag, true);
  try {
    return await work();
  } finally {
    Reflect.set(globalThis, flag, before);
  }
}
