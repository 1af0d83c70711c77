import { type ErrorReport, markReported, receiveReports, report } from './report';

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => log.mockRestore());

test('the console names the action, then the source', () => {
  const error = new Error('no broker');
  report({ kind: 'reported', source: '@portico/notifications', message: 'Erro ao conectar MQTT', error });
  report({ kind: 'reported', source: '@module/smsa', error });
  expect(log.mock.calls).toEqual([
    ['Erro ao conectar MQTT [portico] @portico/notifications:', error],
    ['[portico] @module/smsa:', error],
  ]);
});

test('an error without a source is not logged a second time', () => {
  report({ kind: 'uncaught', error: new Error('of an extension') });
  expect(log).not.toHaveBeenCalled();
});

test('an error and its causes are reported once; a module may report one as often as it likes', () => {
  const received: ErrorReport[] = [];
  receiveReports((errorReport) => received.push(errorReport));
  const cause = new Error('thrown by a module');
  report({ kind: 'mount-error', source: '@module/smsa', error: new Error('failure', { cause }) });
  report({ kind: 'uncaught', source: '@module/smsa', error: cause });
  report({ kind: 'reported', source: '@module/smsa', error: cause });
  report({ kind: 'uncaught', error: 'a text' });
  report({ kind: 'uncaught', error: 'a text' });
  expect(received.map(({ kind }) => kind)).toEqual(['mount-error', 'reported', 'uncaught', 'uncaught']);
});

test('an error marked as reported is only reported as the cause of a failure', () => {
  const received: ErrorReport[] = [];
  receiveReports((errorReport) => received.push(errorReport));
  const cause = new SyntaxError('does not parse');
  markReported(cause);
  markReported('a text');
  report({ kind: 'uncaught', error: cause });
  report({ kind: 'load-error', source: '@module/smsa', error: new Error('failure', { cause }) });
  expect(received.map(({ kind }) => kind)).toEqual(['load-error']);
});
