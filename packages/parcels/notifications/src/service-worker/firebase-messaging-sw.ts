import { openNotification } from './open-notification';
import { readPush, showPush } from './show-push';

declare const self: ServiceWorkerGlobalScope;

// Replaces an older worker immediately: a worker has no state to lose.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('push', (event) => event.waitUntil(showPush(readPush(event.data?.text()), self)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification, self)));
