import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { MqttClient } from 'mqtt';
import * as v from 'valibot';

const requestTopic = '$CONTROL/dynamic-security/v1';
const responseTopic = `${requestTopic}/response`;
const answerTimeout = 5_000;

const responsesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    responses: v.array(
      v.object({ command: v.string(), correlationData: v.optional(v.string()), error: v.optional(v.string()) }),
    ),
  }),
);

/** Errors of a repeated command, which count as success. */
const harmless = /already exists|not found/i;

type Command = Readonly<Record<string, unknown>> & { readonly command: string };

export type DynamicSecurity = ReturnType<typeof createDynamicSecurity>;

/** Administers the clients of Mosquitto by its dynamic-security plugin; `link` connects an administrator. */
export function createDynamicSecurity(link: MqttClient, log: FastifyBaseLogger) {
  const waiting = new Map<string, { left: number; settle(error?: Error): void }>();

  link.on('connect', () => {
    link.subscribe(responseTopic, { qos: 1 }, (error) => {
      if (error) log.error({ err: error }, 'The user of MQTT_URL does not administer the broker.');
    });
  });
  link.on('message', (topic, payload) => {
    const message = v.safeParse(responsesSchema, payload.toString());
    if (topic !== responseTopic || !message.success) return;
    for (const { command, correlationData = '', error } of message.output.responses) {
      const request = waiting.get(correlationData);
      if (request === undefined) continue;
      if (error !== undefined && !harmless.test(error)) request.settle(new Error(`${command}: ${error}`));
      else if (--request.left === 0) request.settle();
    }
  });

  function send(...commands: Command[]): Promise<void> {
    const correlationData = randomUUID();
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(timer);
        waiting.delete(correlationData);
        if (error) reject(error);
        else resolve();
      };
      const timer = setTimeout(() => settle(new Error('The broker did not answer.')), answerTimeout);
      waiting.set(correlationData, { left: commands.length, settle });
      const payload = JSON.stringify({ commands: commands.map((command) => ({ ...command, correlationData })) });
      link.publish(requestTopic, payload, { qos: 0 }, (error) => {
        if (error) settle(error);
      });
    });
  }

  return {
    /** Creates a client that may only read these topics; throws if the broker does not confirm it. */
    allow: (username: string, password: string, topics: readonly string[]) =>
      send(
        { command: 'createRole', rolename: username, acls: createAcls(topics) },
        { command: 'createClient', username, password, roles: [{ rolename: username }] },
      ),
    /** Deletes the client and closes its connections; throws if the broker does not confirm it. */
    remove: (username: string) =>
      send({ command: 'deleteClient', username }, { command: 'deleteRole', rolename: username }),
  };
}

/** Denies explicitly, because the plugin's default access may allow. */
function createAcls(topics: readonly string[]) {
  return [
    ...topics.flatMap((topic) => [
      { acltype: 'subscribeLiteral', topic, priority: 1, allow: true },
      { acltype: 'publishClientReceive', topic, priority: 1, allow: true },
    ]),
    ...['subscribePattern', 'publishClientReceive', 'publishClientSend'].map((acltype) => ({
      acltype,
      topic: '#',
      priority: 0,
      allow: false,
    })),
  ];
}
