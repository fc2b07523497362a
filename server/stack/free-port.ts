import { createServer } from 'node:net';

/** Returns a free TCP port of 127.0.0.1: the preferred port if it is free, and any free port if not. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  return tryPort(0);
}

/**
 * Returns true if nothing listens on a port of localhost. Both addresses that a browser may use for localhost are
 * checked (IPv4 and IPv6).
 */
export async function isPortFree(port: number): Promise<boolean> {
  const answers = await Promise.all(['127.0.0.1', '::1'].map((host) => isTaken(port, host)));
  return !answers.includes(true);
}

async function isTaken(port: number, host: string): Promise<boolean> {
  return tryPort(port, host).then(
    () => false,
    // Only EADDRINUSE means that the port is taken. Another error code can mean that the machine has no IPv6.
    (error: NodeJS.ErrnoException) => error.code === 'EADDRINUSE',
  );
}

function tryPort(port: number, host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}
