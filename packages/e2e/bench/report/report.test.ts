import { contestantNames } from '../contestants/names';
import { replaceFigures } from './document';
import { compareWithGoals } from './goals';
import { renderPicture } from './render-picture';
import { findRatio, summarizeSamples } from './results';
import { renderGoals, renderMedians, renderRatios } from './table';

const floor = summarizeSamples(contestantNames.staticHtml, [{ formVisible: 400, headingKib: 0.5 }]);
const portico = summarizeSamples(contestantNames.portico, [
  { formVisible: 470, formHandled: 900, headingKib: 110.4 },
  { formVisible: 490, formHandled: 1000, headingKib: 110.4 },
]);
const results = [floor, portico];

test('medians have their range, and a missing figure is a dash', () => {
  const lines = renderMedians(results).split('\n');
  expect(lines).toContain('|  | static HTML | Portico |');
  expect(lines).toContain('| Sign-in form: visible, ms | 400 | 480 (470–490) |');
  expect(lines).toContain('| Sign-in form: hydrated, ms | – | 950 (900–1000) |');
  expect(lines).toContain('| Cold `/one/`: KiB until the heading | 0.5 | 110 |');
});

test('the ratios divide by the floor', () => {
  expect(renderRatios(results)).toContain('| Sign-in form: visible | 1.20 | – |');
  expect(findRatio('formHandled', portico, floor)).toBeUndefined();
});

test('a goal compares with a ratio or value of the run, if its contestants were measured', () => {
  const federation = summarizeSamples(contestantNames.moduleFederation, [{ formVisible: 600 }]);
  const large = summarizeSamples(contestantNames.portico, [{ formVisible: 480, headingKib: 135.4 }]);
  expect(compareWithGoals([federation, large])).toMatchObject([
    { metric: 'formVisible', limit: 0.8, measured: 0.8, isReached: true },
    { metric: 'headingKib', limit: 135, isReached: false },
  ]);
  expect(renderGoals([federation, large]).split('\n')).toContain(
    '| Sign-in form: visible | Portico / Module Federation | ≤ 0.8 | 0.80 | yes |',
  );
  expect(compareWithGoals([large])).toMatchObject([{ metric: 'headingKib' }]);
});

test('a figure that only the first repetition measures is the figure of the run', () => {
  const measured = summarizeSamples(contestantNames.portico, [
    { heapGrowth: 0.8, heapAfter200: 4 },
    { heapAfter200: 5 },
  ]);
  expect(renderMedians([measured]).split('\n')).toContain('| Heap: KiB a switch from the 200th to the 600th | 0.8 |');
  expect(compareWithGoals([measured])).toMatchObject([
    { metric: 'heapAfter200', measured: 4.5 },
    { metric: 'heapGrowth', limit: 2, measured: 0.8, isReached: true },
  ]);
});

test('the figures of a document change, and the text around them stays', () => {
  const document = 'Before\n<!-- figures: npm run bench writes them -->\nold\n<!-- end of figures -->\nAfter\n';
  const replaced = replaceFigures(document, 'costs $1');
  expect(replaced).toBe(document.replace('old', () => 'costs $1'));
  expect(() => replaceFigures('no markers', '')).toThrow('markers');
});

test('the picture follows the theme of its viewer, and draws ranges and values', () => {
  const picture = renderPicture(results);
  expect(picture).toContain('@media (prefers-color-scheme: dark)');
  expect(picture).toContain('Sign-in form: visible, ms');
  expect(picture).toContain('>480</text>');
  expect(picture).not.toMatch(/NaN|undefined/);
});
