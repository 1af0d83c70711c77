import { CrashBoundary } from '@portico/shared';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostProps } from './mountable';

/** Mounts a React component on the shell's React; resolves at its first commit, rejects if it throws before. */
export async function mountComponent(
  Component: ComponentType<HostProps>,
  props: HostProps,
): Promise<() => Promise<void>> {
  const root = createRoot(props.element);
  const unmount = async () => root.unmount();
  let isMounted = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const onCommit = () => {
        isMounted = true;
        resolve();
      };
      root.render(
        <CrashBoundary onCrash={(error) => (isMounted ? props.onCrash(error) : reject(error))}>
          <Committed onCommit={onCommit}>
            <Component {...props} />
          </Committed>
        </CrashBoundary>,
      );
    });
  } catch (error) {
    await unmount();
    throw error;
  }
  return unmount;
}

function Committed({ onCommit, children }: { readonly onCommit: () => void; readonly children: ReactNode }) {
  useEffect(onCommit, [onCommit]);
  return children;
}
