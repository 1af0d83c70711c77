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
export interface ShellFiles extends v.InferOutput<typeof shellPageSchema> {
  /** The inline script. */
  readonly firstPaint: string;
  /** The inline style sheet. */
  readonly frame: string;
  /** The script of a page that retries. */
  readonly retryPage: string;
  readonly signIn: v.InferOutput<typeof signInFormSchema>;
  readonly secondFactor: v.InferOutput<typeof secondStepSchema>;
  readonly providerSignIn: v.InferOutput<typeof providerFormsSchema>;
  readonly topBar: v.InferOutput<typeof topBarSchema>;
}

/** @returns reads the files of the build, again after each change: a rebuild needs no restart; throws BuildError */
export function createShellFiles(directory: string): () => Promise<ShellFiles> {
  const pageFile = path.join(directory, 'page.json');
  const firstPaintFile = path.join(directory, 'page/first-paint.js');
  const frameFile = path.join(directory, 'page/frame.css');
  const signInFile = path.join(directory, 'page/sign-in.json');
  const secondFactorFile = path.join(directory, 'page/second-factor.json');
  const providerSignInFile = path.join(directory, 'page/provider-sign-in.json');
  const topBarFile = path.join(directory, 'page/top-bar.json');
  const retryPageFile = path.join(directory, 'page/retry-page.js');
  const signInFiles = [signInFile, secondFactorFile, providerSignInFile];
  const files = [pageFile, firstPaintFile, frameFile, ...signInFiles, topBarFile, retryPageFile];
  return createFileCache(files, async () => {
    const [page, firstPaint, frame, signIn, secondFactor, providerSignIn, topBar, retryPage] = await Promise.all([
      readBuildJson(pageFile, shellPageSchema),
      readBuildText(firstPaintFile),
      readBuildText(frameFile),
      readBuildJson(signInFile, signInFormSchema),
      readBuildJson(secondFactorFile, secondStepSchema),
      readBuildJson(providerSignInFile, providerFormsSchema),
      readBuildJson(topBarFile, topBarSchema),
      readBuildText(retryPageFile),
    ]);
    return { ...page, firstPaint, frame, signIn, secondFactor, providerSignIn, topBar, retryPage };
  });
}
