import { lookup } from 'node:dns/promises';
import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type { Resolve, Send } from './post-delivery';

/** Maximum duration of one webhook delivery (platform: Delivery and retry). */
const timeoutMs = 10_000;

type Deadline = (afterMs: number) => AbortSignal;

/**
 * Sends a webhook delivery over the network, with a time limit. Redirects are not followed, because their
 * addresses have not been checked.
 */
export const sendUntil =
  (deadline: Deadline): Send =>
  (url, { method, headers, body, addresses }) =>
    new Promise((resolve, reject) => {
      const request = open(url, {
        method,
        headers,
        // Each request opens a new connection. The server may close a connection that is kept open just before it is
        // used again, and the delivery would then fail.
        agent: false,
        signal: deadline(timeoutMs),
        ...(addresses && { lookup: among(addresses) }),
      });
      request.on('error', reject);
      request.on('response', (incoming) => {
        const status = incoming.statusCode ?? 502;
        const bodiless = [204, 205, 304].includes(status);
        if (bodiless) incoming.resume();
        resolve(new Response(bodiless ? null : (Readable.toWeb(incoming) as ReadableStream), { status }));
      });
      request.end(body);
    });

export const sendOverHttp: Send = sendUntil((afterMs) => AbortSignal.timeout(afterMs));

/**
 * Resolves a host name with the system resolver. Node uses the same resolver when it connects to a host name.
 */
export const resolveHost: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

function open(url: string, options: RequestOptions): ClientRequest {
  return url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
}

function among(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, done) => {
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
}
