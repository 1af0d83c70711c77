import { notificationListSchema, notificationReceiptSchema, notificationSchema } from '@portico/contract';
import { createdServiceKeySchema } from '@portico/contract/administration';
import * as v from 'valibot';
import type { TestServer } from './start-test-server';

/** The calls of a module's back end and of a user's browser. */
export function notificationCalls(server: Pick<TestServer, 'call' | 'operatorKey'>) {
  const send = (key: string, body: unknown, headers: Record<string, string> = {}) =>
    server.call('POST', '/api/notifications', { token: key, body, headers });
  return {
    send,
    /** A new service key, and its id. */
    createKey: async (module: string) => {
      const call = { token: server.operatorKey, body: { module, name: 'Test', new: true } };
      const response = await server.call('POST', '/api/operator/service-keys', call);
      return v.parse(createdServiceKeySchema, await response.json());
    },
    /** The number of recipients. */
    notify: async (key: string, emails: readonly string[], title: string, fields: object = {}) =>
      v.parse(notificationReceiptSchema, await (await send(key, { emails, title, ...fields })).json()).recipients,
    /** The list as the shell reads it. */
    list: async (token: string, query = '') => {
      const response = await server.call('GET', `/api/notifications${query}`, { token });
      const { notifications, ...counts } = v.parse(notificationListSchema, await response.json());
      return { notifications: notifications.map((entry) => v.parse(notificationSchema, entry)), ...counts };
    },
  };
}
