import { listNeeds, moduleStatusListSchema, type PolicyNeeds } from '@portico/contract';
import type { ServerApi } from '../server/server-api';

/** Says what a version needs from the content policy that the live one does not, and the reverse, a line for each. */
export async function describePolicyChange(api: ServerApi, key: string, policy: PolicyNeeds): Promise<string[]> {
  const modules = await api.read('modules', moduleStatusListSchema);
  const live = modules.find(({ module }) => module === key);
  const [before, after] = [live?.policy ?? {}, policy].map((needs) => new Set(listNeeds(needs)));
  const added = [...(after ?? [])].filter((need) => !before?.has(need)).map((need) => `+ It needs ${need}.`);
  const ended = [...(before ?? [])].filter((need) => !after?.has(need)).map((need) => `- It no longer needs ${need}.`);
  return [...added, ...ended];
}
