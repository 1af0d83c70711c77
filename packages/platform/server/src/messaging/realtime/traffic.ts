import { LRUCache } from 'lru-cache';

/** Maximum burst, and the rate after it. */
interface TrafficLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Browsers send a few packets to connect and subscribe, then a ping a minute. */
const limits = {
  packetsOfConnection: { burst: 60, perSecond: 1 },
  bytesOfConnection: { burst: 32 * 1024, perSecond: 1024 },
  packetsOfUser: { burst: 600, perSecond: 10 },
  bytesOfUser: { burst: 512 * 1024, perSecond: 16 * 1024 },
  connectsOfUser: { burst: 100, perSecond: 2 },
  connectsFromAddress: { burst: 600, perSecond: 30 },
} as const satisfies Record<string, TrafficLimit>;

/** Maximum number of tracked users, and of addresses. Beyond it, the limits are less strict. */
const maxSubjects = 10_000;

/** The traffic of one connection. */
export interface Traffic {
  /** Also counts for this user from now on. Returns `false` if the user connects too often. */
  assign(userId: string): boolean;
  /** Returns `false` beyond a limit. */
  take(packets: number, bytes: number): boolean;
}

/**
 * Limits the traffic of browsers to the embedded broker, which has one thread. Counts in memory, because only one process
 * has the broker.
 * @param elapsed the milliseconds since a fixed moment
 */
export function createTrafficLimits(elapsed = () => performance.now()) {
  const newBucket = (limit: TrafficLimit) => createBucket(limit, elapsed);
  const newUser = () => ({
    packets: newBucket(limits.packetsOfUser),
    bytes: newBucket(limits.bytesOfUser),
    connects: newBucket(limits.connectsOfUser),
  });
  const users = new LRUCache({ max: maxSubjects, memoMethod: newUser });
  const addresses = new LRUCache({ max: maxSubjects, memoMethod: () => newBucket(limits.connectsFromAddress) });

  return {
    /** Whether one more connection may be opened from this address. */
    mayConnect: (address: string): boolean => addresses.memo(address)(1),
    open: (): Traffic => {
      const packets = newBucket(limits.packetsOfConnection);
      const bytes = newBucket(limits.bytesOfConnection);
      let user: ReturnType<typeof newUser> | undefined;
      return {
        assign: (userId) => {
          user = users.memo(userId);
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

/** Creates a token bucket. It returns `false` for an amount beyond the limit. */
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
 * Checks and counts a stream of MQTT packets, chunk by chunk. The broker's parser buffers whole packets of up to 256 MB,
 * so the gate checks the declared length of each packet (MQTT 3.1.1, section 2.2.3).
 * @param limit maximum number of bytes after the fixed header
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

  /** @returns the number of packets that begin in the chunk; `undefined` if one is too large or has a malformed length */
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
