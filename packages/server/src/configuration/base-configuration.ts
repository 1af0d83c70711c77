import { readFile } from 'node:fs/promises';
import { type Configuration, configurationSchema } from '@portico/contract';
import * as v from 'valibot';
import type { Environment } from '../environment';
import { StartupError } from '../startup-error';

/** Where `portico dev` serves a module under development (design, section 9). */
const developmentOrigin = 'http://localhost:9200';

/** What suits the platform when no file configures it. */
export function defaultConfiguration({ DATABASE_URL }: Environment, modulesUrl: string | undefined): Configuration {
  const moduleOrigins = modulesUrl === undefined ? [] : [modulesUrl];
  if (DATABASE_URL !== undefined) return v.parse(configurationSchema, { moduleOrigins });
  return v.parse(configurationSchema, {
    hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' },
    moduleOrigins: [...moduleOrigins, developmentOrigin],
    overrides: [developmentOrigin],
  });
}

/** Reads the configuration of PORTICO_CONFIG. @throws StartupError which says what is wrong with it, and where */
export async function readConfiguration(file: string): Promise<Configuration> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`The configuration ${file} cannot be read.`, { cause });
  });
  const result = v.safeParse(configurationSchema, parseJson(file, text));
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new StartupError(`The configuration ${file} is wrong at "${v.getDotPath(issue) ?? ''}": ${issue.message}`);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartupError(`The configuration ${file} is not valid JSON.`, { cause });
  }
}
