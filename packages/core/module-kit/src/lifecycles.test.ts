import { createLifecycles } from './lifecycles';
import { createPortalDouble } from './testing/portal-double';

const sheet = new CSSStyleSheet();
const count = () => document.adoptedStyleSheets.filter((adopted) => adopted === sheet).length;

function createMount(end: () => void) {
  const { mount, unmount } = createLifecycles(async () => ({ end, update() {} }), { styleSheets: [sheet] });
  const element = document.createElement('div');
  const { portal } = createPortalDouble({}, () => {});
  return { mount: () => mount({ key: 'orders', basePath: '/orders', element, portal }), unmount, element };
}

beforeEach(() => {
  document.adoptedStyleSheets = [];
});

test('a mount that ends leaves the style sheets of another one', async () => {
  const one = createMount(() => {});
  const other = createMount(() => {});
  await one.mount();
  await other.mount();
  await one.unmount(one);
  expect(count()).toBe(1);
  await other.unmount(other);
  expect(count()).toBe(0);
});

test('an unmount that fails removes the style sheets', async () => {
  const broken = createMount(() => {
    throw new Error('broken');
  });
  await broken.mount();
  await expect(broken.unmount(broken)).rejects.toThrow('broken');
  expect(count()).toBe(0);
});
