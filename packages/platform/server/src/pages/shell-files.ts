import path from 'node:path';
import * as v from 'valibot';
import { createFileCache, readBuildJson, readBuildText } from '../registry/build-files';
import { providerFormsSchema, secondStepSchema, signInFormSchema } from './sign-in-form';
import { topBarSchema } from './top-bar';

const fileSchema = v.object({ address: v.string(), integrity: v.string() });

const shellPageSchema = v.object({
  /** SystemJS. */
  system: fileSchema,
  /** The ES module with the shared libraries, and their import names. */
  native: v.object({ ...fileSchema.entries, names: v.array(v.string()) }),
  /** The shared libraries with React's development build, for the pages of developers. */
  development: fileSchema,
  /** import-map-overrides, for the pages of developers. */
  overrides: fileSchema,
  /** The address of the chunk that calls the API. */
  api: v.string(),
  /** The address of the chunk that only modules need. */
  modules: v.string(),
  /** The address of the chunk with the sign-in form of tenants with providers. */
  rareForms: v.string(),
  /** The addresses of the shell's texts, by language. */
  locales: v.object({ pt: v.string(), en: v.string() }),
});

/** The files of the build that the page needs. */
export type ShellFiles = Awaited<ReturnType<ReturnType<typeof createShellFiles>>>;

/** @returns reads the files of the build, again after each change: a rebuild needs no restart; throws BuildError */
export function createShellFiles(directory: string) {
  const find = (name: string) => path.join(directory, name);
  const files = {
    page: find('page.json'),
    firstPaint: find('page/first-paint.js'),
    frame: find('page/frame.css'),
    retryPage: find('page/retry-page.js'),
    signIn: find('page/sign-in.json'),
    secondFactor: find('page/second-factor.json'),
    providerSignIn: find('page/provider-sign-in.json'),
    topBar: find('page/top-bar.json'),
  };
  return createFileCache(Object.values(files), async () => ({
    ...(await readBuildJson(files.page, shellPageSchema)),
    /** The inline script. */
    firstPaint: await readBuildText(files.firstPaint),
    /** The inline style sheet. */
    frame: await readBuildText(files.frame),
    /** The script of a page that retries. */
    retryPage: await readBuildText(files.retryPage),
    signIn: await readBuildJson(files.signIn, signInFormSchema),
    secondFactor: await readBuildJson(files.secondFactor, secondStepSchema),
    providerSignIn: await readBuildJson(files.providerSignIn, providerFormsSchema),
    topBar: await readBuildJson(files.topBar, topBarSchema),
  }));
}
