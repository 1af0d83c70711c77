import type { Question, WorkerMessage } from '../push/worker-message';

/** A window of this origin, as a service worker sees it. */
export interface Page {
  readonly focused: boolean;
  postMessage(message: WorkerMessage, transfer?: Transferable[]): void;
  focus(): Promise<unknown>;
}

/** A notification of the system that was clicked. */
export interface ClickedNotification {
  readonly data: unknown;
  close(): void;
}

/** The part of a service worker's global scope that is used. Tests lack TypeScript's types of workers. */
export interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options?: NotificationOptions): Promise<void>;
    readonly pushManager: { getSubscription(): Promise<{ unsubscribe(): Promise<unknown> } | null> };
  };
  readonly location: { readonly origin: string };
  readonly navigator: { readonly userAgent: string };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
}

/** Asks a page; the answer comes by a port. `undefined` after the timeout, in milliseconds. */
export function askPage(page: Page, question: Question, timeout: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(settle, timeout, undefined);
    port1.onmessage = ({ data }) => settle(data);
    page.postMessage(question, [port2]);
  });
}

/** The pages of the portal, whichever worker controls them. */
export function listPages({ clients }: WorkerScope): Promise<readonly Page[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}
