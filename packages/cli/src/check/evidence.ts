import type { BuiltModule } from './built-module';
import type { LoadedFile } from './loaded-files';
import type { Observation } from './observe';

/** What a module is judged by. */
export interface Evidence {
  readonly module: BuiltModule;
  readonly seen: Observation;
  readonly loaded: readonly LoadedFile[];
  /** Names of files that were asked for and do not exist. */
  readonly missing: readonly string[];
  /** Bytes, compressed. */
  readonly maxSize: number;
}
