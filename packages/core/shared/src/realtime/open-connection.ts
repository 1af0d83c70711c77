import mqtt from 'mqtt';
import { MqttConnection, type MqttConnectionOptions } from './mqtt-connection';

/** Connects to the broker at this address, or path of the page's host. A file of its own, because only the leading tab needs the MQTT client. */
export function openConnection(
  url: string,
  options: Omit<MqttConnectionOptions, 'createClient'>,
  isWanted: boolean,
): MqttConnection {
  const address = getBrokerAddress(url);
  return new MqttConnection(
    { ...options, createClient: (clientOptions) => mqtt.connect(address, clientOptions) },
    isWanted,
  );
}

/** A path means the host of the page. */
function getBrokerAddress(url: string): string {
  const address = new URL(url, location.href);
  if (address.protocol === 'https:') address.protocol = 'wss:';
  if (address.protocol === 'http:') address.protocol = 'ws:';
  return address.href;
}
