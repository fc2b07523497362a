import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between the app and a server on 127.0.0.1 that a test can cut. */
export type CuttableNetwork = {
  /** Returns the URL with the port of this network. */
  urlOf(url: string): string;
  /** From now on, no byte arrives, and no connection is closed. */
  cut(): void;
  /** Lets new connections reach the server again. The earlier ones stay silent. */
  repair(): void;
  close(): void;
};

/** Starts a network to a port of 127.0.0.1. */
export async function startCuttableNetwork(port: number): Promise<CuttableNetwork> {
  let isCut = false;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const cutSince = isCut;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      let isSilent = cutSince;
      from.on('data', (bytes) => {
        isSilent ||= isCut;
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        if (!isSilent && !isCut) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    urlOf: (url) => Object.assign(new URL(url), { port: String(ownPort) }).href,
    cut: () => void (isCut = true),
    repair: () => void (isCut = false),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
