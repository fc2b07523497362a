import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake server in place of the platform. The test decides how it responds. */
export type Peer = {
  origin: string;
  /**
   * The requests that the server received, such as "GET /v1/store", oldest first. Each has its arrival time in
   * milliseconds since 1970.
   */
  requests: { line: string; atMs: number }[];
  /** The function that responds to each request. A test can assign another function. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
};

/** Starts a fake server on any free port. It responds 500 until a test sets `answer`. */
export async function startPeer(): Promise<Peer> {
  const server = createServer((request, response) => {
    peer.requests.push({ line: `${request.method} ${request.url}`, atMs: Date.now() });
    request.resume();
    peer.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer: Peer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: (_request, response) => response.writeHead(500).end(),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return peer;
}
