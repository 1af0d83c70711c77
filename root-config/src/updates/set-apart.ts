import { chunkGlobals, publicPathsOf } from '../module-host/chunk-globals';
import { attribute } from '../reports/attribute';
import { ownImports } from './live-map';

/**
 * Keeps a build that has failed away from the one that takes its place: its scripts that are still on their way run no
 * more, and the other one starts with chunk arrays of its own, into which no late chunk of it falls.
 * @param address of the build that failed, which the name still leads to
 * @param next of the other one
 */
export function setApart(name: string, address: string, next: string): void {
  const imports = { ...ownImports(), [name]: address };
  const isOfBuild = (script: string) => attribute([script], imports).source === name;
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) {
    if (isOfBuild(script.src)) stop(script);
  }
  // Of two builds in one folder nobody can tell whose chunk it is.
  const isLate = (script: string) => !isOfBuild(next) && isOfBuild(script);
  for (const global of chunkGlobals()) {
    if (publicPathsOf(global).some(isOfBuild)) replace(global, isLate);
  }
}

/** A script that has come to another document than the one it was fetched for is not run (HTML, "execute the script element"). */
function stop(script: HTMLScriptElement): void {
  document.implementation.createHTMLDocument().adoptNode(script);
}

/** Only who is late meets the array that was there; everybody else starts without one. */
function replace(global: string, isLate: (script: string) => boolean): void {
  const before: unknown = Reflect.get(window, global);
  let present: unknown;
  const isLateNow = () => {
    const { currentScript } = document;
    return currentScript instanceof HTMLScriptElement && isLate(currentScript.src);
  };
  Reflect.defineProperty(window, global, {
    configurable: true,
    enumerable: true,
    get: () => (isLateNow() ? before : present),
    set: (value: unknown) => {
      if (!isLateNow()) present = value;
    },
  });
}
