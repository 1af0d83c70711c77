/**
 * The service worker that shows a page of its own when a navigation does not reach the portal. The page host writes
 * that page before this script, so the worker caches nothing. Everything else goes to the network as without a worker.
 */

interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface InstallEvent extends LifetimeEvent {
  /** Only in Chromium. */
  addRoutes?(rules: { condition: object; source: 'network' }): Promise<void>;
}

interface NavigationEvent extends Event {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

/** The part of the global scope that is used; TypeScript's own types conflict with those of a page. */
interface OfflineWorkerScope {
  readonly porticoOffline: { readonly html: string; readonly policy: string };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: LifetimeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: NavigationEvent) => void): void;
}

const worker = self as unknown as OfflineWorkerScope;
const { navigationPreload } = worker.registration;

worker.addEventListener('install', (event) => {
  void worker.skipWaiting();
  // With these rules, the browser does not ask the worker for files and API calls.
  const files = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }));
  event.waitUntil(event.addRoutes?.({ condition: { or: files }, source: 'network' }).catch(() => undefined) ?? done);
});
const done = Promise.resolve();

// The browser requests the page while the worker starts, as a document: a request of the worker would get no page.
worker.addEventListener('activate', (event) => event.waitUntil(navigationPreload?.enable() ?? done));

worker.addEventListener('fetch', (event) => {
  const { method, mode } = event.request;
  if (navigationPreload && mode === 'navigate' && method === 'GET') event.respondWith(answer(event));
});

async function answer({ preloadResponse, request }: NavigationEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const { html, policy } = worker.porticoOffline;
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
    return new Response(html, { status: 503, headers });
  }
}
