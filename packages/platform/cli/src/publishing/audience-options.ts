import { type Audience, audienceSchema, rolloutPlanSchema } from '@portico/contract/publishing';
import type { Command } from 'commander';
import * as v from 'valibot';
import { CommandError, createParser, parseArgument, wholeNumber } from '../terminal/arguments';

/** The options that say who gets a version first. */
export interface AudienceOptions {
  readonly tenant?: readonly string[];
  readonly percent?: number;
  readonly rollout?: string;
}

const parsePercent = createParser(wholeNumber(1, 99), 'a percentage from 1 to 99');

export function withAudienceOptions<Publishing extends Command>(command: Publishing): Publishing {
  return command
    .option('--tenant <keys>', 'canary: publish for these tenants only, separated by commas', parseKeys)
    .option('--percent <number>', 'canary: publish for this percentage of users only, 1 to 99', parsePercent)
    .option('--rollout <plan>', 'canary that widens itself, such as 5%/10m,25%/1h,100%', parsePlan);
}

/** Returns the audience of a canary or the plan of a rollout; neither for all users. */
export function readAudience({ percent, rollout, tenant }: AudienceOptions): {
  readonly audience?: Audience;
  readonly rollout?: string;
} {
  if ([percent, rollout, tenant].filter((each) => each !== undefined).length > 1) {
    throw new CommandError('A version has one audience: use one of --tenant, --percent and --rollout.');
  }
  if (rollout !== undefined) return { rollout };
  if (percent !== undefined) return { audience: { percent } };
  if (tenant === undefined) return {};
  const hint = '--tenant takes at most 100 tenant keys, for example "finouro".';
  return { audience: parseArgument(audienceSchema, { tenants: [...new Set(tenant)] }, hint) };
}

function parseKeys(typed: string, before: readonly string[] = []): string[] {
  return [...before, ...typed.split(',').map((key) => key.trim())];
}

const example = 'Write it like 5%/10m,25%/1h,100%.';

const planErrors: Readonly<Record<string, string>> = {
  'plan-falling': 'the shares of a plan rise from step to step.',
  'plan-too-long': 'a plan has at most ten steps.',
  'plan-without-time': 'each step of a plan but the last has a time.',
};

/** Checks a plan before the build is checked and uploaded, and returns it as it was typed. */
function parsePlan(typed: string): string {
  const { issues, success } = v.safeParse(rolloutPlanSchema, typed);
  if (success) return typed;
  const malformed = 'a plan is two to ten shares, each with a time in s, m, h or d but the last.';
  throw new CommandError(`--rollout ${typed}: ${planErrors[issues[0].message] ?? malformed} ${example}`);
}
