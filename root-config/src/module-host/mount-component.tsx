import { CrashBoundary } from '@portico/shared';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { HostProps } from './mountable';

/** What a component gets: everything but `key`. */
export type ComponentProps = Omit<HostProps, 'key'>;

/** Mounts a React component on the shell's React; resolves at its first commit, rejects if it throws before. */
export async function mountComponent(
  Component: ComponentType<ComponentProps>,
  props: HostProps,
): Promise<() => Promise<void>> {
  // React keeps a prop of this name to itself; `basePath` tells a component as much.
  const { key, ...componentProps } = props;
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
            <Component key={key} {...componentProps} />
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
