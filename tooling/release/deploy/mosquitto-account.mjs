#!/usr/bin/env node
// Writes the file of Mosquitto's dynamic-security plugin with the account of MQTT_URL: mosquitto-account.mjs <file>
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, realpathSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const iterations = 101;

/** One user that administers the plugin and publishes notifications, as docs/operating.md requires for MQTT_URL. */
export function createSecurity(username, password) {
  const salt = randomBytes(12);
  const control = '$CONTROL/dynamic-security/#';
  const acls = [
    { acltype: 'publishClientSend', topic: control, allow: true },
    { acltype: 'publishClientReceive', topic: control, allow: true },
    { acltype: 'subscribePattern', topic: control, allow: true },
    { acltype: 'publishClientSend', topic: '+', allow: true },
  ];
  return {
    clients: [
      {
        username,
        roles: [{ rolename: 'portal' }],
        password: pbkdf2Sync(password, salt, iterations, 64, 'sha512').toString('base64'),
        salt: salt.toString('base64'),
        iterations,
      },
    ],
    roles: [{ rolename: 'portal', acls }],
    defaultACLAccess: { publishClientSend: false, publishClientReceive: true, subscribe: false, unsubscribe: true },
  };
}

/** The user id in Mosquitto's image. */
const mosquitto = 1883;

const [, program = '', file] = process.argv;

// The release folder may be a link.
if (program !== '' && import.meta.url === pathToFileURL(realpathSync(program)).href) {
  const { MQTT_PASSWORD } = process.env;
  if (!file || !MQTT_PASSWORD) {
    console.error('Name the file to write, and set MQTT_PASSWORD.');
    process.exit(1);
  }
  // Not overwritten: the plugin also stores the accounts of sessions in it.
  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(createSecurity('portico', MQTT_PASSWORD)), { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(file, mosquitto, mosquitto);
  }
}
