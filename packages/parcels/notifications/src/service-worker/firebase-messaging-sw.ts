import { openNotification } from './open-notification';
import { readPush } from './read-push';
import { showPush } from './show-push';
import type { WorkerEventTarget, WorkerScope } from './worker-scope';

declare const self: WorkerScope & WorkerEventTarget;

// A newer worker takes over at once: a worker has no state that would be lost.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('push', (event) => event.waitUntil(showPush(readPush(event.data?.text()), self)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification, self)));
