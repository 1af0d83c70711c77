import { allConsoles, formatChannelMessage, importMapTopic } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { findCallTenant } from '../../identity/accounts/call-tenant';
import { getTenantChannel } from '../../identity/accounts/tenant-channel';
import type { MessagingServices } from '../messaging-services';

/** Changes within this time are one message, in milliseconds: a script may make thousands. */
const delay = 500;

const parametersSchema = v.object({ tenant: v.string() });

/**
 * Tells the open consoles of a tenant after each change of a scope that they show something else now. A change without a
 * tenant in its address concerns all consoles, or, if it is `ofHost`, those of the tenant of the host.
 */
export function tellConsoles(app: FastifyInstance, services: MessagingServices, { ofHost = false } = {}): void {
  const { realtime, sign } = services;
  const due = new Set<string>();
  app.addHook('onResponse', async (request, reply) => {
    const { config } = request.routeOptions;
    // The caller only confirms their password.
    if (config.permission === 'any' || request.method === 'GET' || reply.statusCode >= 300) return;
    const parameters = v.safeParse(parametersSchema, request.params);
    const tenant = parameters.success ? parameters.output.tenant : ofHost && findCallTenant(request, services);
    const channel = tenant === false ? allConsoles : getTenantChannel(sign, 'console', tenant);
    if (due.has(channel)) return;
    due.add(channel);
    setTimeout(() => {
      due.delete(channel);
      realtime.publish(importMapTopic, formatChannelMessage(channel));
    }, delay).unref();
  });
}
