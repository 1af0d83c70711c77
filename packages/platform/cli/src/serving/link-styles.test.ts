import { serveFolder, startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { linkStyles } from './link-styles';

const folder = testFolder({ 'orders.js': '', 'other.js': '', 'orders.css': '', 'a b.css': '' });

/** Serves the folder, and gives the header of a file by which the page finds style sheets. */
async function readLink(file: string, styles?: readonly string[], built = folder.at()) {
  const served = linkStyles(serveFolder(built), { folder: built, entry: 'orders.js', styles });
  const server = await startLocalServer(served);
  const { headers } = await fetch(`${server.origin}/${file}`);
  await server.close();
  return { link: headers.get('link'), exposed: headers.get('access-control-expose-headers') };
}

test('the entry names the style sheet that the build has extracted, so that pages of any origin can read it', async () => {
  expect(await readLink('orders.js?live')).toEqual({ link: '</orders.css>; rel=stylesheet', exposed: 'Link' });
});

test('it names those of package.json instead', async () => {
  const { link } = await readLink('orders.js', ['a b.css', 'orders.css']);
  expect(link).toBe('</a%20b.css>; rel=stylesheet, </orders.css>; rel=stylesheet');
});

test('another file, an entry without any, and a folder that is not there yet name none', async () => {
  for (const each of [readLink('other.js'), readLink('orders.js', []), readLink('orders.js', undefined, '/nowhere')])
    expect(await each).toEqual({ link: null, exposed: null });
});
