import { publishedModule, publishFiles, publishingTest as test } from '../../features/publishing/publishing-test';
import { readTeam } from '../../portal/build-team';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';

const teams = [
  { name: 'tailwind', title: 'Tailwind' },
  { name: 'emotion', title: 'Emotion' },
  { name: 'mui', title: 'Material UI' },
];

for (const { name, title } of teams) {
  test(`${name} has its styles at every visit, and leaves the portal unchanged`, async ({ page, portal }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    const files = await readTeam(name);
    const styles = [...files.keys()].filter((file) => file.endsWith('.css'));
    await publishFiles(portal, publishedModule, files, { entry: 'portal.js', styles });
    await signIn(page, 'dora', '/');
    const hello = page.getByRole('heading', { name: 'Olá, Dora' });
    await expect(hello).toBeVisible();
    const readStyles = () =>
      hello.evaluate((heading) =>
        [heading, document.body].map((element) => {
          const style = getComputedStyle(element);
          return [...style].map((property) => `${property}: ${style.getPropertyValue(property)}`);
        }),
      );
    const before = await readStyles();
    for (const visit of ['first', 'second']) {
      await test.step(`the ${visit} visit`, async () => {
        await page.getByRole('main').locator(`a[href="/${publishedModule}/"]`).click();
        await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCSS('letter-spacing', '3px');
        await page.goBack();
        await expect(hello).toBeVisible();
        expect(await readStyles()).toEqual(before);
      });
    }
    expect(violations).toEqual([]);
  });
}
