import { LRUCache } from 'lru-cache';

/** What may come at once, and then each second. */
interface TrafficLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** A browser sends a few packets when it connects and subscribes, and a ping a minute. */
const limits = {
  packetsOfConnection: { burst: 60, perSecond: 1 },
  bytesOfConnection: { burst: 32 * 1024, perSecond: 1024 },
  packetsOfUser: { burst: 600, perSecond: 10 },
  bytesOfUser: { burst: 512 * 1024, perSecond: 16 * 1024 },
  connectsOfUser: { burst: 100, perSecond: 2 },
  connectsFromAddress: { burst: 600, perSecond: 30 },
} as const satisfies Record<string, TrafficLimit>;

/** More users and addresses than this at once have more room than the limits say. */
const maxSubjects = 10_000;

/** The traffic of one connection. */
export interface Traffic {
  /** Counts for this user as well from now on. Returns `false` if the user connects too often. */
  assign(userId: string): boolean;
  /** Returns `false` once it is too much. */
  take(packets: number, bytes: number): boolean;
}

/**
 * Limits what browsers send to the embedded broker, which has one thread for all. In memory, because a browser's
 * connection is at one process.
 * @param elapsed the milliseconds since any moment
 */
export function createTrafficLimits(elapsed = () => performance.now()) {
  const newBucket = (limit: TrafficLimit) => createBucket(limit, elapsed);
  const newUser = () => ({
    packets: newBucket(limits.packetsOfUser),
    bytes: newBucket(limits.bytesOfUser),
    connects: newBucket(limits.connectsOfUser),
  });
  const users = new LRUCache<string, ReturnType<typeof newUser>>({ max: maxSubjects });
  const addresses = new LRUCache<string, ReturnType<typeof newBucket>>({ max: maxSubjects });

  return {
    /** Whether one more connection may be opened from this address. */
    mayConnect: (address: string): boolean => {
      const connects = addresses.get(address) ?? newBucket(limits.connectsFromAddress);
      addresses.set(address, connects);
      return connects(1);
    },
    open: (): Traffic => {
      const packets = newBucket(limits.packetsOfConnection);
      const bytes = newBucket(limits.bytesOfConnection);
      let user: ReturnType<typeof newUser> | undefined;
      return {
        assign: (userId) => {
          user = users.get(userId) ?? newUser();
          users.set(userId, user);
          return user.connects(1);
        },
        take: (morePackets, moreBytes) =>
          packets(morePackets) &&
          bytes(moreBytes) &&
          (user === undefined || (user.packets(morePackets) && user.bytes(moreBytes))),
      };
    },
  };
}

/** Returns `false` for an amount that there is no room for. */
function createBucket({ burst, perSecond }: TrafficLimit, elapsed: () => number): (amount: number) => boolean {
  let room: number = burst;
  let since = elapsed();
  return (amount) => {
    const now = elapsed();
    room = Math.min(burst, room + ((now - since) / 1000) * perSecond);
    since = now;
    if (amount > room) return false;
    room -= amount;
    return true;
  };
}

const lengthBytesMax = 4;

/**
 * Checks and counts a stream of MQTT packets, chunk by chunk. The parser behind the gate buffers a whole packet, up to
 * 256 MB. So the gate checks the length that a packet declares (MQTT 3.1.1, section 2.2.3).
 * @param limit of the bytes after the fixed header
 */
export function createPacketGate(limit: number) {
  let isInHeader = false;
  let lengthBytes = 0;
  let remaining = 0;

  let packets = 0;

  function takeHeader(byte: number): boolean {
    if (!isInHeader) {
      packets++;
      isInHeader = true;
      lengthBytes = 0;
      return true;
    }
    remaining += (byte & 0x7f) << (7 * lengthBytes);
    lengthBytes++;
    if (byte >= 0x80) return lengthBytes < lengthBytesMax;
    isInHeader = false;
    return remaining <= limit;
  }

  /** @returns how many packets begin in the chunk; `undefined` once one is too large or its length malformed */
  return (chunk: Uint8Array): number | undefined => {
    packets = 0;
    let position = 0;
    while (position < chunk.length) {
      if (remaining > 0 && !isInHeader) {
        const taken = Math.min(remaining, chunk.length - position);
        remaining -= taken;
        position += taken;
      } else if (!takeHeader(chunk[position++] ?? 0)) {
        return undefined;
      }
    }
    return packets;
  };
}
