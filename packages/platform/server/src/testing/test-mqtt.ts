import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The Mosquitto of the tests, and where browsers reach it. */
export function testBroker(): { readonly url: string; readonly browserUrl: string } {
  const { TEST_MQTT_BROWSER_URL, TEST_MQTT_URL } = process.env;
  if (!TEST_MQTT_URL || !TEST_MQTT_BROWSER_URL) throw new Error('These tests need TEST_MQTT_URL.');
  return { url: TEST_MQTT_URL, browserUrl: TEST_MQTT_BROWSER_URL };
}

/** Writes a file for PORTICO_CONFIG with this `realtime`. */
export async function writeRealtimeConfiguration(folder: string, realtime: object): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ realtime }));
  return file;
}
