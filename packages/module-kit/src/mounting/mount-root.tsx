import { type ReactNode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from './crash-boundary';

/**
 * Draws into an element; resolves, at the first commit, to what takes it away again, and rejects with what throws before.
 * @param onCrash takes what no boundary of the content catches later
 */
export async function mountRoot(
  element: HTMLElement,
  content: ReactNode,
  onCrash: (error: unknown) => void,
): Promise<() => void> {
  const root = createRoot(element);
  let isOnScreen = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const onCommit = () => {
        isOnScreen = true;
        resolve();
      };
      root.render(
        <CrashBoundary onCrash={(error) => (isOnScreen ? onCrash(error) : reject(error))}>
          <Committed onCommit={onCommit}>{content}</Committed>
        </CrashBoundary>,
      );
    });
  } catch (error) {
    root.unmount();
    throw error;
  }
  return () => root.unmount();
}

function Committed({ onCommit, children }: { readonly onCommit: () => void; readonly children: ReactNode }) {
  useEffect(onCommit, [onCommit]);
  return children;
}
