import { exitOnSignals } from './signals';

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends the process with %d, until it is no longer wanted', (signal, code) => {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const end = exitOnSignals();
  process.emit(signal, signal);
  expect(exit).toHaveBeenCalledWith(code);
  end();
  exit.mockClear();
  process.emit(signal, signal);
  expect(exit).not.toHaveBeenCalled();
});
