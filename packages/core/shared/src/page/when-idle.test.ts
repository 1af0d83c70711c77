import { setScreenComplete, whenIdle } from './when-idle';

let done: string[];
const idle: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  done = [];
  setScreenComplete(false);
  // jsdom is never idle.
  Object.assign(window, { requestIdleCallback: (task: () => void) => idle.push(task) });
});
afterEach(() => {
  idle.length = 0;
  jest.useRealTimers();
});

const becomeIdle = () => {
  for (const task of idle.splice(0)) task();
};

it('runs a task once, when the screen is complete and the browser is idle', () => {
  whenIdle(() => done.push('task'));
  becomeIdle();
  expect(done).toEqual([]);
  setScreenComplete(true);
  expect(done).toEqual([]);
  becomeIdle();
  expect(done).toEqual(['task']);
  // Nothing is left to wait for.
  expect(jest.getTimerCount()).toBe(0);
  setScreenComplete(true);
  becomeIdle();
  jest.advanceTimersByTime(10_000);
  expect(done).toEqual(['task']);
});

it('runs no task that was cancelled', () => {
  const cancel = whenIdle(() => done.push('task'));
  cancel();
  setScreenComplete(true);
  becomeIdle();
  expect([done, jest.getTimerCount()]).toEqual([[], 0]);
});

it('waits for the next screen after the user has left one', () => {
  setScreenComplete(true);
  setScreenComplete(false);
  whenIdle(() => done.push('task'));
  becomeIdle();
  expect(done).toEqual([]);
});

it('runs a task after ten seconds where the screen is never complete, or the browser never idle', () => {
  whenIdle(() => done.push('incomplete'));
  jest.advanceTimersByTime(9_999);
  expect(done).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(done).toEqual(['incomplete']);
  setScreenComplete(true);
  whenIdle(() => done.push('busy'));
  jest.advanceTimersByTime(10_000);
  expect(done).toEqual(['incomplete', 'busy']);
});

it('runs tasks in a browser without idle callbacks', () => {
  Reflect.deleteProperty(window, 'requestIdleCallback');
  whenIdle(() => done.push('task'));
  setScreenComplete(true);
  jest.advanceTimersByTime(200);
  expect(done).toEqual(['task']);
});
