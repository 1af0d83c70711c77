import type { BuiltModule } from '../build/built-module';
import type { UnaskedFile } from '../build/find-unasked-files';
import type { Observation } from '../observation/observe';
import type { LoadedFile } from '../observation/read-loaded-files';
import type { Bundler } from './bundler';

/** A copy of React in a file of a build. */
export interface OwnReact {
  /** The name of the file. */
  readonly name: string;
  /** Such as `18.3.1`; `undefined` if the file has none. */
  readonly version?: string;
  /** Compressed bytes of React in the file; of the whole file if the build has no source map. */
  readonly size: number;
  readonly isWholeFile: boolean;
}

/** The input of the rules. */
export interface Evidence {
  readonly module: BuiltModule;
  readonly seen: Observation;
  readonly loaded: readonly LoadedFile[];
  /** Requested files that do not exist. */
  readonly missing: readonly string[];
  /** Files of the build that were requested from the portal. */
  readonly misplaced: readonly string[];
  /** Files of the build that the module never requests. */
  readonly unaskedFiles: readonly UnaskedFile[];
  /** The reason why `publish` would refuse the files. */
  readonly unpublishable?: string | undefined;
  /** In bytes, compressed. */
  readonly maxSize: number;
  readonly ownReacts: readonly OwnReact[];
  /** The version of React in the module's folder, if one is installed there. */
  readonly installedReact?: string | undefined;
  /** The bundler of the build, if known. */
  readonly bundler?: Bundler | undefined;
}
