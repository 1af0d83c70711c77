/** Lets a stream of MQTT packets through, chunk by chunk, until one of them is too large or malformed in its length. */
export type PacketGate = (chunk: Uint8Array) => boolean;

const lengthBytesMax = 4;

/**
 * The parser behind it collects a packet whole, of up to 256 MB, so the length that a packet announces (MQTT 3.1.1,
 * section 2.2.3) is checked as it comes in.
 * @param limit of what follows the fixed header, in bytes
 */
export function createPacketGate(limit: number): PacketGate {
  let isInHeader = false;
  let lengthBytes = 0;
  let remaining = 0;

  function takeHeader(byte: number): boolean {
    if (!isInHeader) {
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

  return (chunk) => {
    let position = 0;
    while (position < chunk.length) {
      if (remaining > 0 && !isInHeader) {
        const taken = Math.min(remaining, chunk.length - position);
        remaining -= taken;
        position += taken;
      } else if (!takeHeader(chunk[position++] ?? 0)) {
        return false;
      }
    }
    return true;
  };
}
