import { keepClicks, repeatClick } from './early-clicks';

let clicks: string[];

beforeAll(() => keepClicks());
beforeEach(() => {
  clicks = [];
  document.body.innerHTML = `<div id="bar" data-rendered="topbar"><button type="button">Menu</button></div>
    <main><input /></main>`;
  for (const name of ['button', 'input'])
    document.querySelector(name)?.addEventListener('click', () => clicks.push(name));
});

const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

/** The bar is hydrated. */
function hydrate(): void {
  const bar = document.querySelector<HTMLElement>('#bar');
  if (!bar) throw new Error('The page has no bar.');
  delete bar.dataset.rendered;
  clicks = [];
  repeatClick(bar);
}

test('a click on a server-rendered button is repeated once it is hydrated', () => {
  click('button');
  hydrate();
  expect(clicks).toEqual(['button']);
  hydrate();
  expect(clicks).toEqual([]);
});

test('it is not repeated when the user has clicked elsewhere since', () => {
  click('button');
  click('input');
  hydrate();
  expect(clicks).toEqual([]);
});
