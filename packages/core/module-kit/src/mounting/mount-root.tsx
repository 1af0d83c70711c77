import { Component, type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';

/** Content that React has rendered into an element. */
interface MountedRoot {
  readonly unmount: () => void;
  /** Renders other content in its place, with the state of what both have. */
  readonly update: (content: ReactNode) => void;
}

/**
 * Renders into an element, or hydrates what the page host or the build rendered there. Resolves at the first commit.
 * @param onCrash receives later errors that no boundary of the content catches
 * @throws what the content throws before the first commit
 */
export async function mountRoot(
  element: HTMLElement,
  content: ReactNode,
  onCrash: (error: unknown) => void,
): Promise<MountedRoot> {
  let isOnScreen = false;
  let end = () => {};
  try {
    return await new Promise<MountedRoot>((resolve, reject) => {
      const onCommit = () => {
        isOnScreen = true;
        resolve({ unmount: end, update: (changed) => root?.render(createTree(changed)) });
      };
      const handleCrash = (error: unknown) => (isOnScreen ? onCrash(error) : reject(error));
      const createTree = (shown: ReactNode) => (
        <CrashBoundary onCrash={handleCrash}>
          <Committed onCommit={onCommit}>{shown}</Committed>
        </CrashBoundary>
      );
      let root: Root | undefined;
      // Synchronously, because React would draw in a later task: one frame without the content, and one with it.
      flushSync(() => {
        const isRendered = element.hasChildNodes();
        root = isRendered ? hydrateRoot(element, createTree(content)) : createRoot(element);
        end = () => root?.unmount();
        if (!isRendered) root.render(createTree(content));
      });
    });
  } catch (error) {
    end();
    throw error;
  }
}

function Committed({ onCommit, children }: { readonly onCommit: () => void; readonly children: ReactNode }) {
  useEffect(onCommit, [onCommit]);
  return children;
}

/**
 * An error boundary: renders nothing after a crash and passes the error to `onCrash`. React's `onUncaughtError` is
 * no substitute, because `act` suppresses it.
 */
class CrashBoundary extends Component<
  { readonly onCrash: (error: unknown) => void; readonly children: ReactNode },
  { readonly hasCrashed: boolean }
> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}
