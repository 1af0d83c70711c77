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
