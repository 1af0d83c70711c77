import { redirectWorkers } from './redirect-workers';

const base = 'http://localhost:9100/modules/orders/';
const started: unknown[] = [];

class FakeWorker {
  constructor(...parameters: unknown[]) {
    started.push(parameters);
  }
}

test('workers of the module start from the origin of the page, all others as they are', () => {
  Object.assign(window, { Worker: FakeWorker });
  redirectWorkers(base, '/check/worker/');
  const worker = new Worker(new URL('assets/sum.js', base), { type: 'module' });
  new Worker('blob:http://localhost/1');
  expect(worker).toBeInstanceOf(FakeWorker);
  expect(started).toEqual([
    [new URL('/check/worker/assets/sum.js', location.origin).href, { type: 'module' }],
    ['blob:http://localhost/1'],
  ]);
});
