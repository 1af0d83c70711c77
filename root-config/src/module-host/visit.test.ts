import { Visit } from './visit';

function createContainer(html: string): HTMLElement {
  const container = document.createElement('main');
  container.innerHTML = html;
  document.body.replaceChildren(container);
  return container;
}

it('shows a loader beside the element of each attempt', () => {
  const container = createContainer('');
  const visit = new Visit(container);
  const first = visit.startAttempt().element;
  expect(container.querySelector('.portico-loader')?.nextSibling).toBe(first);
  expect(visit.startAttempt().element).not.toBe(first);
  expect(container.children).toHaveLength(1);
});

it('takes over what the page host rendered, with its focus, for the first attempt alone', async () => {
  const container = createContainer('<div class="portico-place" data-rendered><div><input></div></div>');
  const input = container.querySelector('input');
  input?.focus();
  const visit = new Visit(container);
  const { element } = visit.startAttempt();
  expect(element.firstChild).toBe(input);
  expect(input).toHaveFocus();
  expect(container.querySelector('.portico-loader')).toBeNull();
  expect(container.querySelectorAll('.portico-place')).toHaveLength(1);
  await visit.clear();
  expect(visit.startAttempt().element).not.toBe(element);
  expect(new Visit(container).place).not.toBe(visit.place);
});
