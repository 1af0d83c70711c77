import { formatKilobytes } from '../build/format';
import type { Evidence } from './evidence';
import type { OwnReact } from './own-react';

const sharing =
  'list react, react-dom, react-dom/client and react/jsx-runtime as externals of a System module; share react, react/, react-dom and react-dom/ in a container';

/** A React of its own costs kilobytes and is nothing wrong: another major version can come in no other way. */
export function describeOwnReact({ ownReacts, seen }: Pick<Evidence, 'ownReacts' | 'seen'>): string[] {
  return ownReacts.map(({ isWholeFile, name, size, version }) => {
    const own = version === undefined ? 'its own React' : `its own React ${version}`;
    const costs = isWholeFile ? `in ${name} (${formatKilobytes(size)})` : `${formatKilobytes(size)} of ${name}`;
    const isOther = version !== undefined && getMajor(version) !== getMajor(seen.react);
    return `It brings ${own}, ${costs}. ${isOther ? `The portal has ${seen.react}.` : `To use the portal's ${seen.react}: ${sharing}.`}`;
  });
}

/** The internals of React up to version 18. A build for it looks for them in the React that it got. */
const formerInternals = /ReactCurrent(?:Owner|Dispatcher|BatchConfig)/;

/** Why a build that was made for another React fails on the portal's; `undefined` for other messages. */
export function explainReactMismatch(
  message: string,
  { installedReact, ownReacts, seen }: Pick<Evidence, 'installedReact' | 'ownReacts' | 'seen'>,
): string | undefined {
  if (!formerInternals.test(message)) return undefined;
  const built = findVersion(ownReacts) ?? installedReact;
  const version = built === undefined || getMajor(built) >= getMajor(seen.react) ? '18 or older' : built;
  return `It was built for React ${version} and got React ${seen.react} of the portal. Either bundle all of React (no externals, nothing shared; mount(element, props) with its own root), or move to React ${getMajor(seen.react)}.`;
}

function findVersion(reacts: readonly OwnReact[]): string | undefined {
  return reacts.find(({ version }) => version !== undefined)?.version;
}

function getMajor(version: string): number {
  return Number.parseInt(version, 10);
}
