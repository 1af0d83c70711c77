import { Component, type ReactNode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';

/**
 * Renders into an element, or hydrates what the page host or the build rendered there. Resolves to an unmount function
 * at the first commit.
 * @param onCrash receives later errors that no boundary of the content catches
 * @throws what the content throws before the first commit
 */
export async function mountRoot(
  element: HTMLElement,
  content: ReactNode,
  onCrash: (error: unknown) => void,
): Promise<() => void> {
  let unmount = () => {};
  let isOnScreen = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const onCommit = () => {
        isOnScreen = true;
        resolve();
      };
      const tree = (
        <CrashBoundary onCrash={(error) => (isOnScreen ? onCrash(error) : reject(error))}>
          <Committed onCommit={onCommit}>{content}</Committed>
        </CrashBoundary>
      );
      // Synchronously, because React would draw in a later task: one frame without the content, and one with it.
      flushSync(() => {
        const isRendered = element.hasChildNodes();
        const root = isRendered ? hydrateRoot(element, tree) : createRoot(element);
        unmount = () => root.unmount();
        if (!isRendered) root.render(tree);
      });
    });
  } catch (error) {
    unmount();
    throw error;
  }
  return unmount;
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
