import { contributionsAtom, createLazy, useAtomValue, useLazy, whenIdle } from '@portico/shared';
import { useEffect, useState } from 'react';

const controls = createLazy(() => import(/* webpackChunkName: "controls" */ './controls'));

/** The controls of modules, once the browser is idle. The server renders none. */
export function LateControls() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && <IdleControls />;
}

function IdleControls() {
  const contributions = useAtomValue(contributionsAtom('topbar'));
  const { value, load } = useLazy(controls);
  const isWanted = contributions.length > 0;
  useEffect(() => {
    // After a failure, the next change of the contributions tries again.
    if (isWanted) void load();
  }, [isWanted, load]);
  return isWanted && value && <value.ControlList contributions={contributions} />;
}
