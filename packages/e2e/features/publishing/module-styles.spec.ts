import { getStyleScope, scopeStyles } from '@portico/contract';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { freshVersion, publishedModule, publishFiles, publishingTest as test } from './publishing-test';

/** A file of the build, in the manner of Vite's templates. */
const built = `:root {
  --text: rgb(107, 99, 117);
  font: 18px/145% monospace;
  color: var(--text);
  background: rgb(255, 250, 240);
  @media (max-width: 400px) { font-size: 16px; }
}
body { margin: 0; display: flex; place-items: center; min-height: 100vh }
h1 { font-size: 56px; letter-spacing: -1.68px }
button { border-radius: 11px; padding: 0 }
a, svg, img { opacity: 0.2 }
.quiet { color: rgb(0, 128, 0) }`;

/** Styles that a script adds: a tag, a rule, and a tag inside of the element. */
const entry = `export function mount(element) {
  const add = (parent, text) => parent.appendChild(Object.assign(document.createElement('style'), { textContent: text }));
  add(document.head, 'body { text-transform: uppercase } h1 { color: rgb(1, 2, 3) } header { opacity: 0 }');
  const { sheet } = add(document.head, '');
  sheet.insertRule('.none, body, h1 { text-decoration: underline }');
  element.innerHTML = '<h1>Styled</h1><button class="quiet">Quiet</button>';
  add(element, 'header, h1 { word-spacing: 5px }');
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.innerHTML = '<h1>Asked</h1>';
  dialog.show();
  return () => element.replaceChildren();
}`;

const plain = 'export const mount = (element) => { element.innerHTML = "<h1>Plain</h1>"; return () => {}; };';

test('styles for the page and for bare elements apply inside of the module, and leave the shell as it was', {
  tag: '@firefox',
}, async ({ page, portal, browserName }) => {
  await publishFiles(portal, publishedModule, new Map([['portal.js', Buffer.from(plain)]]), { entry: 'portal.js' });
  await signIn(page, 'dora', `/${publishedModule}/`);
  await expect(page.getByRole('heading', { name: 'Plain' })).toBeVisible();
  const bar = page.locator('#portico-topbar');
  // In Firefox, Playwright adds a style tag for a screenshot, and the content policy refuses it.
  const takePicture = async () => browserName === 'chromium' && (await bar.screenshot({ animations: 'disabled' }));
  const before = await takePicture();

  const version = freshVersion();
  const sheet = scopeStyles(built, getStyleScope(publishedModule));
  const files = { 'portal.js': entry, 'portal.css': sheet };
  const contents = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  await publishFiles(portal, publishedModule, contents, { version, entry: 'portal.js', styles: ['portal.css'] });
  await page.reload();
  const title = page.getByRole('heading', { name: 'Styled' });
  const look = {
    'font-size': '56px',
    'font-family': 'monospace',
    'text-transform': 'uppercase',
    color: 'rgb(1, 2, 3)',
    'text-decoration-line': 'underline',
  };
  for (const [property, value] of Object.entries(look)) await expect(title).toHaveCSS(property, value);
  await expect(title).toHaveCSS('word-spacing', '5px');
  const button = page.getByRole('button', { name: 'Quiet' });
  await expect(button).toHaveCSS('border-radius', '11px');
  await expect(button).toHaveCSS('color', 'rgb(0, 128, 0)');

  // A dialog in the body has the texts of the module, and none of the boxes of its page.
  const asked = page.getByRole('heading', { name: 'Asked' });
  for (const [property, value] of Object.entries(look)) await expect(asked).toHaveCSS(property, value);
  const dialog = page.getByRole('dialog');
  await expect(dialog).not.toHaveCSS('background-color', 'rgb(255, 250, 240)');
  await dialog.evaluate((element: HTMLDialogElement) => element.close());

  const content = page.locator(`main [data-portico-module="${publishedModule}"]`);
  await expect(content).toHaveCSS('background-color', 'rgb(255, 250, 240)');
  await expect(content).toHaveCSS('display', 'block');
  const boxes = await Promise.all([content.boundingBox(), page.locator('main').boundingBox()]);
  const [bottom, end] = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0)));
  expect(bottom).toBe(end);
  expect(await takePicture()).toEqual(before);
});
