import { importMapTopic, notificationTopicOf } from '@portico/contract';

/** A rule of what the bearer may do at a broker, in the form of EMQX 5 (its JWT authentication, claim `acl`). */
export interface BrokerRule {
  readonly permission: 'allow' | 'deny';
  readonly action: 'subscribe' | 'all';
  readonly topic: string;
}

const nothingElse: BrokerRule = { permission: 'deny', action: 'all', topic: '#' };

/** @param email whose topic may be read, and what concerns everybody; without one nothing may */
export function brokerRulesOf(email?: string): BrokerRule[] {
  if (email === undefined) return [nothingElse];
  // `eq`: the name itself, whatever of it a broker would take for a pattern.
  const topics = [notificationTopicOf(email), importMapTopic];
  return [
    ...topics.map((topic): BrokerRule => ({ permission: 'allow', action: 'subscribe', topic: `eq ${topic}` })),
    nothingElse,
  ];
}
