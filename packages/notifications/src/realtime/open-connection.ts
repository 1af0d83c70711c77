import mqtt from 'mqtt';
import { RealtimeConnection, type RealtimeConnectionOptions } from './realtime-connection';

/** Apart from who opens it, because the client is five times the rest of the parcel. */
export function openConnection(
  address: string,
  options: Omit<RealtimeConnectionOptions, 'createClient'>,
): RealtimeConnection {
  return new RealtimeConnection({
    ...options,
    createClient: (clientOptions) => mqtt.connect(address, clientOptions),
  });
}
