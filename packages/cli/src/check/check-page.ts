import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pagePolicy } from '@portico/contract';
import * as v from 'valibot';
import { CommandError } from '../command-error';
import { type Answer, folderAnswer } from '../serving/folder-answer';

const importMapSchema = v.object({ imports: v.record(v.string(), v.string()) });
const pageSchema = v.object({ system: v.object({ address: v.string() }) });

/** What a portal offers to modules by name; its own packages are not among it. */
const offered = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'single-spa'];

/** The parts of a build of the shell that the page of a check is made of. */
export interface CheckParts {
  readonly imports: Readonly<Record<string, string>>;
  /** SystemJS. */
  readonly system: string;
}

/** @throws CommandError when the shell was not built */
export async function readCheckParts(shell: string): Promise<CheckParts> {
  const read = async <Schema extends v.GenericSchema>(name: string, schema: Schema) => {
    const text = await readFile(path.join(shell, name), 'utf8').catch((cause: unknown) => {
      throw new CommandError('The portal that the check takes its page from is not built: npm run build.', { cause });
    });
    return v.parse(v.pipe(v.string(), v.parseJson(), schema), text);
  };
  const { imports } = await read('import-map.json', importMapSchema);
  const { system } = await read('page.json', pageSchema);
  return {
    imports: Object.fromEntries(Object.entries(imports).filter(([name]) => offered.includes(name))),
    system: system.address,
  };
}

/** Answers as a portal that has one module: its page, under its content policy, and the files of the shell. */
export function portalAnswer(shell: string, { imports, system }: CheckParts, key: string, entry: string): Answer {
  const map = { imports: { ...imports, [`@module/${key}`]: entry, '@portico/module-check': '/check/module-check.js' } };
  const page = `<!doctype html>
<html lang="pt-BR" display-mode="light">
<head>
<meta charset="utf-8">
<title>portico check</title>
<link rel="icon" href="data:,">
<script type="systemjs-importmap">${JSON.stringify(map).replaceAll('<', '\\u003c')}</script>
<script src="${system}"></script>
</head>
<body><main></main></body>
</html>
`;
  const files = folderAnswer(shell);
  return async (request, response) => {
    if (request.url !== '/') return files(request, response);
    response.setHeader('Content-Security-Policy', pagePolicy({ modules: [new URL(entry).origin] }));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page);
  };
}
