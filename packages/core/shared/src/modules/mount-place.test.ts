import { testPortal } from '../testing';
import { deployModules, putInto, showParcelNames } from '../testing/deploy-modules';
import { until } from '../testing/until';
import { mountPlace } from './mount-place';

const portal = testPortal();
const place = '@module/people/sidebar';
const app = (module: string) => ({ name: module, module, description: '' });

test('a place of a module shows what other modules put there, in order, and follows changes', async () => {
  showParcelNames();
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, ['a', 'b', 'c'].map(app));
  deployModules({ a: putInto(place, 2), b: putInto(place, 1), c: putInto('home') });
  const element = document.body.appendChild(document.createElement('div'));
  const texts = () => Array.from(element.querySelectorAll('p'), ({ textContent }) => textContent);
  const shown = mountPlace(place, element, { id: 1 });
  await until(() => expect(texts()).toEqual(['@module/b/part 1', '@module/a/part 1']));
  const [first] = element.querySelectorAll('p');
  shown.update({ id: 2 });
  expect(texts()).toEqual(['@module/b/part 2', '@module/a/part 2']);
  deployModules({ a: {}, c: putInto(place, 0) });
  await until(() => expect(texts()).toEqual(['@module/c/part 2', '@module/b/part 2']));
  // The parcel that stays is not mounted again.
  expect(element.querySelectorAll('p')[1]).toBe(first);
  await Promise.all([shown.unmount(), shown.unmount()]);
  expect(element).toBeEmptyDOMElement();
  deployModules({ a: putInto(place) });
  expect(element).toBeEmptyDOMElement();
});
