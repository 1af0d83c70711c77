import { listNeeds, type ModuleStatus, type PolicyNeeds } from '@portico/contract';

/** Says what a version needs from the content policy that the live one does not, and the reverse, a line for each. */
export function describePolicyChange(live: ModuleStatus | undefined, policy: PolicyNeeds): string[] {
  const [before, after] = [live?.policy ?? {}, policy].map((needs) => new Set(listNeeds(needs)));
  const added = [...(after ?? [])].filter((need) => !before?.has(need)).map((need) => `+ It needs ${need}.`);
  const ended = [...(before ?? [])].filter((need) => !after?.has(need)).map((need) => `- It no longer needs ${need}.`);
  return [...added, ...ended];
}
