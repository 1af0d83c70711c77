import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A form with a refusal and with every slot. */
function createForm(locale: string) {
  const form = `<form lang="${locale}" action="/signin{{search}}">{{mark}}{{name}}<input value="{{email}}"></form>`;
  return { form, refused: { 'wrong-credentials': form, 'too-many-tries': `${form}<p>{{wait}} s</p>` } };
}

const files = {
  'page.json': JSON.stringify({
    system: { address: '/@portico/system.js', integrity: 'sha384-s' },
    overrides: { address: '/@portico/overrides.js', integrity: 'sha384-o' },
    api: '/@portico/api.js',
    locales: { pt: { first: '/@portico/pt.js', rest: '/@portico/pt-rest.js' } },
  }),
  'page/first-paint.js': '1',
  'page/frame.css': 'a{}',
  'page/offline-page.js': '2',
  'page/offline-worker.js': 'work();',
  'page/sign-in.json': JSON.stringify({
    styles: 'form{}',
    marks: { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' },
    forms: { pt: createForm('pt'), en: createForm('en') },
  }),
};

/**
 * Creates a folder with the files of a build that a page needs.
 * @returns the folder
 */
export async function writeTestShell(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  for (const name of ['@portico', 'page']) await mkdir(path.join(folder, name));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  return folder;
}
