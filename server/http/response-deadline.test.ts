import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { limitResponse } from './response-deadline';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Starts a server whose responses never end, and requests one without reading it. */
async function openUnread(contentType: string) {
  const server = createServer((_, response) => {
    limitResponse(response, 200);
    response.setHeader('content-type', contentType);
    response.write('a'.repeat(8_000_000));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, response] = await once(server, 'request');
  const closed = once(response as NodeJS.EventEmitter, 'close').then(() => 'closed');
  return { socket, outcome: Promise.race([closed, sleep(2_000, 'open')]) };
}

it('S24: the connection of a client that does not read its file is closed at the deadline', async () => {
  const { socket, outcome } = await openUnread('text/csv');
  expect(await outcome).toBe('closed');
  socket.destroy();
});

it('a live stream has no deadline', async () => {
  const { socket, outcome } = await openUnread('text/event-stream; charset=utf-8');
  expect(await outcome).toBe('open');
  socket.destroy();
});
