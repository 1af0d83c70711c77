import type { Evidence } from './evidence';
import { judgeName, judgeReact } from './judge-build';
import { judgePlaces } from './judge-places';
import { judgePolicy, otherOrigins } from './judge-policy';
import { kilobytes } from './size-list';

/** What is refused, one sentence each, with what to do about it. */
export function judge(evidence: Evidence): string[] {
  const judges = [judgeFaults, judgeName, judgePlaces, judgeReact, judgePolicy, judgeLeftovers, judgeSize];
  return judges.flatMap((findings) => findings(evidence));
}

/** What the team or the portal's operator may want to know, and no portal refuses. */
export function remarks(evidence: Evidence): string[] {
  const { errors, reports } = evidence.seen;
  return [
    ...otherOrigins(evidence).map(
      (origin) => `It needs ${origin}, which the portal's moduleOrigins then have to list.`,
    ),
    ...[...new Set(errors)].map((message) => `Nobody caught: ${message}`),
    ...reports.map((message) => `It reported: ${message}`),
  ];
}

function judgeFaults({ module: { key }, seen }: Evidence): string[] {
  const refusals = {
    load: (message: string) => `It does not load: ${message}`,
    exports: () =>
      `Its exports cannot be mounted: export mount and unmount, or mount(element, props), or a component as default, from the entry, or from "./app" of a container (one of library type var stands at window.${key.replaceAll('-', '_')}).`,
    mount: (message: string) => `Mounting it failed: ${message}`,
    crash: (message: string) => `It crashed: ${message}`,
    unmount: (message: string) => `Unmounting it failed: ${message}`,
  };
  return seen.faults.map(({ step, message }) => refusals[step](message));
}

function judgeLeftovers({ seen }: Evidence): string[] {
  return seen.leftovers.map((leftover) => `It leaves ${leftover}: unmounting has to end what mounting began.`);
}

function judgeSize({ loaded, maxSize }: Evidence): string[] {
  const size = loaded.reduce((sum, file) => sum + file.size, 0);
  if (size <= maxSize) return [];
  return [`It is too large: ${kilobytes(size)} compressed until it is on screen, of ${kilobytes(maxSize)} at most.`];
}
