import { type Audience, audienceSchema } from '@portico/contract';
import { parseArgument } from '../arguments';
import { CommandError } from '../command-error';

/** The options that make a publication a canary. */
export interface AudienceOptions {
  readonly tenant?: readonly string[];
  readonly percent?: string;
}

/** @returns undefined for everybody. @throws CommandError */
export function audienceOf({ tenant, percent }: AudienceOptions): Audience | undefined {
  if (tenant !== undefined && percent !== undefined) {
    throw new CommandError('A canary is for tenants or for a share of the users: give --tenant or --percent.');
  }
  if (tenant !== undefined) {
    const hint = 'A canary is for the keys of tenants such as "finouro", 100 at most.';
    return parseArgument(audienceSchema, { tenants: [...new Set(tenant)] }, hint);
  }
  if (percent === undefined) return undefined;
  // What Number takes of its own accord, such as 1e1 or nothing at all, is no share.
  const share = /^\d{1,2}$/.test(percent) ? Number(percent) : Number.NaN;
  return parseArgument(audienceSchema, { percent: share }, `"${percent}" is no share from 1 to 99.`);
}

/** As a table or a sentence has it. */
export function shownAudience(audience: Audience): string {
  return 'tenants' in audience ? audience.tenants.join(', ') : `${audience.percent} % of the users`;
}
