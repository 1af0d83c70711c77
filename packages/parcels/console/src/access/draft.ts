import type { AccessChange, MemberAccess } from '@portico/contract/administration';

interface ChangedCell {
  readonly email: string;
  readonly module: string;
  readonly isGranted: boolean;
}

/** The changed cells of the grid, by `draftKey`. */
export type Draft = ReadonlyMap<string, ChangedCell>;

export function draftKey(email: string, module: string): string {
  return `${email} ${module}`;
}

/** Changes a cell, or undoes its change. */
export function toggleCell(draft: Draft, { email, direct }: MemberAccess, module: string): Draft {
  const key = draftKey(email, module);
  const next = new Map(draft);
  if (!next.delete(key)) next.set(key, { email, module, isGranted: !direct.includes(module) });
  return next;
}

/** Returns the call that saves the changes. */
export function splitDraft(draft: Draft): Required<AccessChange> {
  const cells = [...draft.values()];
  const toCell = ({ email, module }: ChangedCell) => ({ email, module });
  return {
    grant: cells.filter(({ isGranted }) => isGranted).map(toCell),
    revoke: cells.filter(({ isGranted }) => !isGranted).map(toCell),
  };
}

/** Drops the changes that another user has made already. */
export function withoutDone(draft: Draft, members: readonly MemberAccess[]): Draft {
  return new Map(
    [...draft].filter(([, { email, module, isGranted }]) => {
      const member = members.find((one) => one.email === email);
      return member === undefined || member.direct.includes(module) !== isGranted;
    }),
  );
}
