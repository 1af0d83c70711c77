import { DocumentTraces } from './document-traces';

test('styles are kept apart while the module is away, and come back as the same elements', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const style = document.head.appendChild(document.createElement('style'));
  traces.leave();
  expect(style.isConnected).toBe(false);
  traces.enter();
  expect(style.isConnected).toBe(true);
  traces.leave();
  expect(style.isConnected).toBe(false);
});

test('scripts stay, because a bundler does not fetch them twice', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const script = document.head.appendChild(document.createElement('script'));
  traces.leave();
  expect(script.isConnected).toBe(true);
});

test('what the module left in the body goes, what the shell marked stays', () => {
  const traces = new DocumentTraces();
  traces.enter();
  document.body.innerHTML = '<div id="leftover"></div><div id="region" data-portico></div>';
  document.body.style.overflow = 'hidden';
  traces.leave();
  expect(document.querySelector('#leftover')).toBeNull();
  expect(document.querySelector('#region')).not.toBeNull();
  expect(document.body.style.overflow).toBe('');
});

test('what arrives after the module was left goes too, and comes back with it', () => {
  const traces = new DocumentTraces();
  traces.enter();
  traces.leave();
  const style = document.head.appendChild(document.createElement('style'));
  const leftover = document.body.appendChild(document.createElement('div'));
  traces.leaveLate();
  expect([style.isConnected, leftover.isConnected]).toEqual([false, false]);
  traces.enter();
  expect(style.isConnected).toBe(true);
  traces.leave();
});

test('styles of a module that will be evaluated anew do not come back', () => {
  const traces = new DocumentTraces();
  traces.enter();
  const style = document.head.appendChild(document.createElement('style'));
  traces.leave();
  traces.forget();
  traces.enter();
  expect(style.isConnected).toBe(false);
});
