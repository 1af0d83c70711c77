import { readFile } from 'node:fs/promises';
import { type Configuration, configurationSchema } from '@portico/contract';
import * as v from 'valibot';
import type { Environment } from './environment';
import { StartupError } from './startup-error';

/** Where `portico dev` serves a module under development (docs/modules.md). */
const developmentOrigin = 'http://localhost:9200';

/** The configuration without PORTICO_CONFIG. */
export function defaultConfiguration({ DATABASE_URL }: Environment, modulesUrl: string | undefined): Configuration {
  const moduleOrigins = modulesUrl === undefined ? [] : [modulesUrl];
  if (DATABASE_URL !== undefined) return v.parse(configurationSchema, { moduleOrigins });
  return v.parse(configurationSchema, {
    hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' },
    moduleOrigins: [...moduleOrigins, developmentOrigin],
    overrides: [developmentOrigin],
  });
}

/**
 * Reads the configuration of PORTICO_CONFIG.
 * @throws StartupError with the error and its place
 */
export async function readConfiguration(file: string): Promise<Configuration> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`The configuration ${file} cannot be read.`, { cause });
  });
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), configurationSchema), text);
  if (result.success) return result.output;
  const [issue] = result.issues;
  if (issue.type === 'parse_json') throw new StartupError(`The configuration ${file} is not valid JSON.`);
  throw new StartupError(`The configuration ${file} is wrong at "${v.getDotPath(issue) ?? ''}": ${issue.message}`);
}
