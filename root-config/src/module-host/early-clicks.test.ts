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

/** A script takes over what the page host rendered. */
function takeOver(): void {
  const bar = document.querySelector<HTMLElement>('#bar');
  if (!bar) throw new Error('The page has no bar.');
  delete bar.dataset.rendered;
  clicks = [];
  repeatClick(bar);
}

test('a click on what the page host rendered is repeated once a script has taken it over', () => {
  click('button');
  takeOver();
  expect(clicks).toEqual(['button']);
  takeOver();
  expect(clicks).toEqual([]);
});

test('it is not repeated when the user has clicked elsewhere since', () => {
  click('button');
  click('input');
  takeOver();
  expect(clicks).toEqual([]);
});
