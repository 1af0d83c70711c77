import { Visit } from './visit';

function createContainer(html: string): HTMLElement {
  const container = document.createElement('main');
  container.innerHTML = html;
  document.body.replaceChildren(container);
  return container;
}

const nextFrame = () => new Promise(requestAnimationFrame);

it('shows a loader beside the element of each attempt, from the next frame on', async () => {
  const container = createContainer('');
  const visit = new Visit(container);
  const first = visit.startAttempt().element;
  expect(container.querySelector('.portico-loader')).toBeNull();
  await nextFrame();
  expect(container.querySelector('.portico-loader')?.nextSibling).toBe(first);
  const second = visit.startAttempt().element;
  expect(second).not.toBe(first);
  await nextFrame();
  expect(container.querySelectorAll('.portico-loader')).toHaveLength(1);
  expect(container.children).toHaveLength(1);
  visit.show({ unmount: async () => {} });
  expect([...visit.place.children]).toEqual([second]);
});

it('shows no loader before an application that is on screen by the next frame', async () => {
  const container = createContainer('');
  const visit = new Visit(container);
  visit.startAttempt();
  visit.show({ unmount: async () => {} });
  await nextFrame();
  expect(container.querySelector('.portico-loader')).toBeNull();
});

it('gives server-rendered content with its focus only to the first attempt', async () => {
  const container = createContainer('<div class="portico-place" data-rendered="signin"><div><input></div></div>');
  const input = container.querySelector('input');
  input?.focus();
  const visit = new Visit(container);
  const { element } = visit.startAttempt();
  expect(element.firstChild).toBe(input);
  expect(visit.isRendered).toBe(true);
  expect(input).toHaveFocus();
  expect(container.querySelector('.portico-loader')).toBeNull();
  expect(container.querySelectorAll('.portico-place')).toHaveLength(1);
  await visit.clear();
  expect(visit.isRendered).toBe(false);
  expect(visit.startAttempt().element).not.toBe(element);
  expect(new Visit(container).place).not.toBe(visit.place);
});

it('is hidden immediately when the user leaves, however long the application takes to unmount', () => {
  const container = createContainer('');
  const visit = new Visit(container);
  visit.startAttempt();
  visit.show({ unmount: () => new Promise(() => {}) });
  expect(visit.place).toBeVisible();
  visit.end();
  void visit.clear();
  expect(visit.place).not.toBeVisible();
});
