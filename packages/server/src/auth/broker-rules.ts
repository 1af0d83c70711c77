import { notificationTopicOf } from '@portico/contract';

/** A rule of what the bearer may do at a broker, in the form of EMQX 5 (its JWT authentication, claim `acl`). */
export interface BrokerRule {
  readonly permission: 'allow' | 'deny';
  readonly action: 'subscribe' | 'all';
  readonly topic: string;
}

const nothingElse: BrokerRule = { permission: 'deny', action: 'all', topic: '#' };

/** @param email whose topic may be read; without one nothing may */
export function brokerRulesOf(email?: string): BrokerRule[] {
  if (email === undefined) return [nothingElse];
  // `eq`: the name itself, whatever of it a broker would take for a pattern.
  return [{ permission: 'allow', action: 'subscribe', topic: `eq ${notificationTopicOf(email)}` }, nothingElse];
}
