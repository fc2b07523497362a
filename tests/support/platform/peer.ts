import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that listens where the platform should, and answers as it likes. */
export type Peer = {
  origin: string;
  /** "GET /v1/store", in the order of arrival, with when it came. */
  requests: { line: string; atMs: number }[];
  /** How the next requests are answered. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop(): Promise<void>;
};

/** Starts one on any free port; at first it answers 500. */
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
