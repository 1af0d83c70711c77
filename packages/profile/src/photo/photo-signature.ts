import type { PhotoMime } from '@portico/shared';

const signatures: Record<PhotoMime, (head: string) => boolean> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/webp': (head) => head.startsWith('RIFF') && head.endsWith('WEBP'),
};

/** How many bytes of a file tell its type. */
const headLength = 12;

/** Whether a file starts as a photo does, whatever its name says. */
export async function hasPhotoSignature(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const text = String.fromCharCode(...head);
  return Object.values(signatures).some((isMet) => isMet(text));
}
