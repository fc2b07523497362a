import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createDrain } from './drain';
import { startInTurn } from './start-in-turn';

const opened: { server: Server; sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

/**
 * Starts a server that passes its requests to the drain and to startInTurn, as server/app.ts does. Each response takes
 * 30 ms. `waiting` is the number of requests that have no response yet, and `most` is its largest value.
 */
async function startServer() {
  const counts = { requests: 0, waiting: 0, most: 0 };
  const server = createServer((request, response) => {
    if (drain.take(request, response)) return;
    counts.requests += 1;
    counts.waiting += 1;
    counts.most = Math.max(counts.most, counts.waiting);
    response.once('close', () => (counts.waiting -= 1));
    void startInTurn(request, response, 1, async () => {
      await sleep(30);
      response.end('ok');
    });
  });
  const drain = createDrain(server, 0);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  opened.push({ server, sockets });
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let received = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    await once(socket, 'connect');
    return {
      write: (text: string) => void socket.write(text),
      answers: () => received.match(/HTTP\/1\.1 200 /g)?.length ?? 0,
      closed: new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed'))),
    };
  };
  return { open, counts, url: `http://127.0.0.1:${port}` };
}

const get = (address: string) => `GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n\r\n`;

it('S24: thousands of requests on one connection close it, and another client is answered', async () => {
  const { open, counts, url } = await startServer();
  const flood = await open();
  flood.write(get('198.51.100.1').repeat(20_000));
  expect(await Promise.race([flood.closed, sleep(3_000, 'open')])).toBe('closed');
  const response = await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.2' } });
  expect(await response.text()).toBe('ok');
  expect(counts).toMatchObject({ waiting: 0, most: 16 });
  expect(counts.requests).toBeLessThanOrEqual(17);
});

it('S24: a connection may have 16 requests without a response', async () => {
  const { open, counts } = await startServer();
  const client = await open();
  for (const sent of [16, 32]) {
    client.write(get('198.51.100.3').repeat(16));
    await expect.poll(client.answers, { timeout: 10_000 }).toBe(sent);
  }
  expect(counts).toEqual({ requests: 32, waiting: 0, most: 16 });
});
