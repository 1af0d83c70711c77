import { onWake } from './browser-events';

const start = Date.UTC(2026, 10, 21, 14);
const onWakeUp = jest.fn();
let stop = () => {};

beforeEach(() => {
  jest.useFakeTimers({ now: start });
  stop = onWake(onWakeUp);
});
afterEach(() => {
  stop();
  onWakeUp.mockClear();
  jest.useRealTimers();
});

const wakeBy = (name: string) => window.dispatchEvent(new Event(name));

it('reports the events of one wake-up once', () => {
  wakeBy('online');
  wakeBy('focus');
  expect(onWakeUp).toHaveBeenCalledTimes(1);
  jest.setSystemTime(start + 1_000);
  wakeBy('focus');
  expect(onWakeUp).toHaveBeenCalledTimes(2);
});

it('reports the wake-ups after the clock was set back', () => {
  wakeBy('focus');
  jest.setSystemTime(start - 3_600_000);
  wakeBy('online');
  expect(onWakeUp).toHaveBeenCalledTimes(2);
  jest.setSystemTime(start - 3_600_000 + 60_000);
  wakeBy('focus');
  expect(onWakeUp).toHaveBeenCalledTimes(3);
});

it('reports the return from the back-forward cache, not the load of the page', () => {
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(onWakeUp).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(onWakeUp).toHaveBeenCalledTimes(1);
});

it('reports nothing in a hidden page', () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  wakeBy('online');
  visibility.mockRestore();
  expect(onWakeUp).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(onWakeUp).toHaveBeenCalledTimes(1);
});
