import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';

/** A self-signed certificate for localhost. */
function createCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-certificate-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', cert], { stdio: 'pipe' });
  const files = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return files;
}

let certificate: ReturnType<typeof createCertificate> | undefined;

/**
 * Accepts TLS connections and forwards their bytes to a local port, so Host and Origin stay as the browser sent them.
 */
export async function startTlsFront(port: number): Promise<{ readonly url: string; readonly close: () => void }> {
  certificate ??= createCertificate();
  const sockets = new Set<net.Socket>();
  const server = tls.createServer(certificate, (socket) => {
    const target = net.connect(port, 'localhost');
    socket.pipe(target).pipe(socket);
    for (const [each, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.on('close', () => {
        sockets.delete(each);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  return {
    url: `https://localhost:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
