import type { FastifyInstance } from 'fastify';

/** The time before the server closes, in which it is not ready but serves: load balancers send new calls elsewhere. */
export type Drain = ReturnType<typeof addDrain>;

/**
 * Ends each connection with its next answer while the server drains or closes: a balancer would send a call to a
 * connection that is being closed, and lose it. A keep-alive connection would also keep the server open.
 */
export function addDrain(app: FastifyInstance) {
  let isDraining = false;
  const start = () => {
    isDraining = true;
  };
  app.addHook('preClose', async () => start());
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });
  return { isDraining: () => isDraining, start };
}
