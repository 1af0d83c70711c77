import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { computeIntegrity } from './integrity';

/** Writes a script of the shell that webpack does not build, under a name with its hash, also compressed. */
export function writeHashedFile(directory: string, name: string, content: Buffer) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const address = `/@portico/${name}.${hash}.js`;
  const file = path.join(directory, address);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
  return { address, integrity: computeIntegrity(content) };
}
