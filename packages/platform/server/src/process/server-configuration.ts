import { readFile } from 'node:fs/promises';
import { type AllowedNeeds, type Configuration, configurationSchema, policyNeedsSchema } from '@portico/contract';
import { publishedNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import type { Environment } from './environment';
import { parseJsonFile } from './parse-json-file';
import { StartupError } from './startup-error';

/** The origin of `portico dev` (docs/modules.md). */
const developmentOrigin = 'http://localhost:9200';

const serverPartSchema = v.object({
  modulePolicy: v.optional(v.record(v.union([v.literal('*'), publishedNameSchema]), policyNeedsSchema)),
});

/** The configuration with its server part, which pages do not get. */
export interface ServerConfiguration extends Configuration {
  /** The needs from the content policy that modules may have. */
  readonly modulePolicy?: AllowedNeeds | undefined;
}

/** The configuration without PORTICO_CONFIG. */
export function defaultConfiguration({ DATABASE_URL }: Environment, modulesUrl: string | undefined): Configuration {
  const moduleOrigins = modulesUrl === undefined ? [] : [modulesUrl];
  if (DATABASE_URL !== undefined) return v.parse(configurationSchema, { moduleOrigins });
  return v.parse(configurationSchema, {
    // Mails have links to named hosts only.
    hosts: { localhost: 'smsa', '127.0.0.1': 'finouro', 'smsa.localhost': 'smsa', 'finouro.localhost': 'finouro' },
    moduleOrigins: [...moduleOrigins, developmentOrigin],
    overrides: [developmentOrigin],
  });
}

/** Reads the configuration of PORTICO_CONFIG; throws StartupError which names the error and its path. */
export async function readConfiguration(file: string): Promise<ServerConfiguration> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new StartupError(`The configuration ${file} cannot be read.`, { cause });
  });
  return parseJsonFile(
    text,
    v.intersect([configurationSchema, serverPartSchema]),
    (problem) => new StartupError(`The configuration ${file}: ${problem}`),
  );
}
