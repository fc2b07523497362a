import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { freePort } from '@/server/stack/free-port';

/**
 * Prepares an HTTPS address for the app. WebKit needs HTTPS, because over HTTP it stores no Secure cookie, not even
 * from localhost. openssl creates the key and the certificate in `folder`.
 */
export async function prepareTlsProxy(folder: string) {
  mkdirSync(folder, { recursive: true });
  const [keyFile, certificateFile] = [
    path.resolve(folder, 'key.pem'),
    path.resolve(folder, 'certificate.pem'),
  ];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certificateFile];
  const { status, error, stderr } = spawnSync('openssl', [...request, ...files], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl made no certificate: ${error?.message ?? stderr}`);
  const port = await freePort();
  return {
    url: `https://localhost:${port}`,
    certificateFile,
    /** Forwards connections to a port of 127.0.0.1. Returns the function that stops the forwarding. */
    async start(appPort: number): Promise<() => Promise<void>> {
      const sockets = new Set<net.Socket>();
      const options = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
      const server = tls.createServer(options, (client) => {
        const app = net.connect(appPort, 'localhost');
        for (const [socket, other] of [
          [client, app],
          [app, client],
        ] as const) {
          sockets.add(socket);
          socket.pipe(other);
          socket.on('error', () => other.destroy());
          socket.on('close', () => {
            sockets.delete(socket);
            other.destroy();
          });
        }
      });
      await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
      return async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        for (const socket of sockets) socket.destroy();
        await closed;
      };
    },
  };
}
