import { onWake } from './on-wake';

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
