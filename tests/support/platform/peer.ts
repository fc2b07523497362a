import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in place of the platform, with answers that the test controls. */
export type Peer = {
  origin: string;
  /** Requests such as "GET /v1/store" in order of arrival, with the arrival time in epoch milliseconds. */
  requests: { line: string; atMs: number }[];
  /** Answers the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
};

/** Starts a peer on any free port. Its initial answer is 500. */
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
