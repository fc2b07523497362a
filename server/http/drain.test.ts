import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { createDrain } from './drain';

const opened: { server: Server; sockets: Socket[] }[] = [];

afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
    for (const socket of sockets) socket.destroy();
  }
});

/**
 * Starts a server with a drain (the end of a server, which finishes the requests in flight first). The server leaves
 * each response open until the test ends the response.
 */
async function startServer(acceptMs: number) {
  const waiting = new Map<string, ServerResponse>();
  const server = createServer({ keepAliveTimeout: 125_000 }, (request, response) => {
    if (!drain.take(request, response)) waiting.set(request.url ?? '', response);
  });
  const drain = createDrain(server, acceptMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (text = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    let received = '';
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    if (text) socket.write(text);
    return { socket, received: () => received, closed: once(socket, 'close') };
  };
  const responseTo = (path: string) =>
    vi.waitFor(() => waiting.get(path) ?? expect.fail(`no request for ${path}`));
  const isListening = () => server.listening;
  opened.push({ server, sockets });
  return { drain, open, responseTo, isListening };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

it('a request in flight gets its response after the server has stopped listening', async () => {
  const { drain, open, responseTo, isListening } = await startServer(0);
  const client = await open(get('/slow'));
  const response = await responseTo('/slow');
  const finished = drain.finish();
  await vi.waitFor(() => expect(isListening()).toBe(false));
  // The drain waits twice: 100 ms for request headers, and then up to 16 s for responses. The response of this test
  // comes after 300 ms. So the client gets it only if the drain also makes the second wait.
  await sleep(300);
  response.end('the whole answer');
  await Promise.all([client.closed, finished]);
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*the whole answer/);
});

it('during the drain readiness is 503, and other requests are accepted and close their connection', async () => {
  const { drain, open, responseTo, isListening } = await startServer(60_000);
  void drain.finish();
  const probe = await open(get('/api/health/ready'));
  await probe.closed;
  expect(probe.received()).toMatch(/^HTTP\/1\.1 503 [^]*\{"status":"draining"\}/);
  const client = await open(get('/page'));
  (await responseTo('/page')).end('page');
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*page/);
  expect(isListening()).toBe(true);
});

it('a live stream receives the event `restart` and ends', async () => {
  const { drain, open, responseTo } = await startServer(0);
  const client = await open(get('/live'));
  const stream = await responseTo('/live');
  stream.setHeader('content-type', ['text/event-stream; charset=utf-8']);
  stream.write('event: beat\ndata: null\n\n');
  await vi.waitFor(() => expect(client.received()).toContain('event: beat'));
  // Next may write to the stream once more before Next detects that the stream has ended. This late write must not
  // throw.
  const end = stream.end.bind(stream);
  const endAndWrite = (text: string) => void end(text).write('event: beat\ndata: null\n\n');
  Object.assign(stream, { end: endAndWrite });
  await drain.finish();
  await client.closed;
  expect(client.received()).toMatch(/event: restart\ndata: null\n\n\r\n0\r\n\r\n$/);
});

it('idle connections and connections without a request do not delay the end', async () => {
  const { drain, open, responseTo } = await startServer(0);
  const idle = await open(get('/page'));
  (await responseTo('/page')).end('page');
  await vi.waitFor(() => expect(idle.received()).toContain('page'));
  const empty = await open();
  const half = await open('GET /page HTTP/1.1\r\n');
  await drain.finish();
  await Promise.all([idle.closed, empty.closed, half.closed]);
});

it('if a connection closes, the responses to its pipelined requests end, and the drain does not wait for them', async () => {
  const { drain, open, responseTo } = await startServer(0);
  const client = await open(['/first', '/second', '/third'].map(get).join(''));
  const waiting = await Promise.all(['/second', '/third'].map(responseTo));
  const onClose = vi.fn();
  for (const response of waiting) response.once('close', onClose);
  client.socket.destroy();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(waiting.every(({ destroyed }) => destroyed)).toBe(true);
  // The handler may send its response after the client has disconnected.
  for (const response of waiting) response.writeHead(200).end('nobody reads this');
  const startedAt = performance.now();
  await drain.finish();
  // A drain that still waits for the response would take 16 s.
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
