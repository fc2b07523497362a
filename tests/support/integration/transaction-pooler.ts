import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy for PostgreSQL that acts like a connection pooler in transaction mode (one database connection per
 * transaction). All statements work, including LISTEN, but the client receives no notification.
 */
export type TransactionPooler = {
  url: string;
  /** True by default: the proxy drops notifications. If set to false, the proxy forwards them. */
  dropsNotifications: boolean;
  dropped: number;
  stop(): Promise<void>;
};

/**
 * Starts a proxy in front of the given database, on any free port. The proxy acts like a pooler in transaction mode.
 */
export async function startTransactionPooler(databaseUrl: string): Promise<TransactionPooler> {
  const upstream = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(upstream.port), upstream.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        database.destroy();
      });
    }
    client.pipe(database);
    let rest = Buffer.alloc(0);
    database.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      // A message of the PostgreSQL protocol starts with one type byte and four bytes for the length. The length
      // includes its own four bytes.
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const message = rest.subarray(0, rest.readUInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        if (message[0] === 'A'.charCodeAt(0) && pooler.dropsNotifications) pooler.dropped += 1;
        else client.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const pooler: TransactionPooler = {
    url: url.href,
    dropsNotifications: true,
    dropped: 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return pooler;
}
