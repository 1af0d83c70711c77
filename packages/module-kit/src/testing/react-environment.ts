import { act } from 'react';

// What React asks whether updates outside `act` are a mistake; Testing Library sets it, too.
const flag = 'IS_REACT_ACT_ENVIRONMENT';

/** Does what makes a module draw anew, and resolves once it has drawn. */
export async function thenDrawn(work: () => void): Promise<void> {
  // React has no `act` in production.
  if (typeof act === 'function') await withFlag(true, () => act(async () => work()));
  else work();
}

/** Waits for work in which React draws by itself: inside of `act` it would wait for the end of it. */
export function drawingByItself<T>(work: () => Promise<T>): Promise<T> {
  return withFlag(false, work);
}

async function withFlag<T>(value: boolean, work: () => Promise<T>): Promise<T> {
  const before: unknown = Reflect.get(globalThis, flag);
  Reflect.set(globalThis, flag, value);
  try {
    return await work();
  } finally {
    Reflect.set(globalThis, flag, before);
  }
}
