import type { BuiltModule } from '../build/built-module';
import type { UnaskedFile } from '../build/find-unasked-files';
import type { Observation } from '../observation/observe';
import type { LoadedFile } from '../observation/read-loaded-files';
import type { Bundler } from './bundler';
import type { OwnReact } from './own-react';

/** What the rules of a check read. */
export interface Evidence {
  readonly module: BuiltModule;
  readonly seen: Observation;
  readonly loaded: readonly LoadedFile[];
  /** Requested files that do not exist. */
  readonly missing: readonly string[];
  /** Files of the build that were requested from the portal. */
  readonly misplaced: readonly string[];
  /** Files that nothing asks for. */
  readonly unaskedFiles: readonly UnaskedFile[];
  /** Why `publish` would refuse the files, if it would. */
  readonly unpublishable?: string | undefined;
  /** In bytes, compressed. */
  readonly maxSize: number;
  readonly ownReacts: readonly OwnReact[];
  /** The version of React in the module's folder, if one is installed there. */
  readonly installedReact?: string | undefined;
  /** What made the build, if that is known. */
  readonly bundler?: Bundler | undefined;
}
