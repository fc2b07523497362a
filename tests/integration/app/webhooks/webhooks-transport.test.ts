import net from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import {
  type DeliveryParts,
  eventOf,
  signed,
  validDelivery,
  withHeaders,
} from '@/tests/support/webhooks/delivery';
import { inboxOf, written } from '@/tests/support/mirror/inbox-probe';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

let world: AppWorld;
let install: SubscribedInstall;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
  endpoint = await startWebhookEndpoint();
});
afterAll(async () => {
  await endpoint.stop();
  await world.stop();
});

const valid = (change?: Record<string, unknown>) => validDelivery(install, change);

/**
 * Returns the first part of an HTTP request as text. The text can contain the same header twice, which fetch cannot
 * send.
 */
function head(parts: DeliveryParts, more: string[]): string {
  const named = Object.entries(parts.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${parts.method} /api/webhooks HTTP/1.1`, 'host: app', ...named, ...more, '', ''].join('\r\n');
}

/**
 * What happened on a connection. `status` is the response status, or null without a response. `saysClose` is true if
 * the response had the header `connection: close`. `closedAfterMs` is the time until the server closed the connection,
 * or null if the server left it open.
 */
type Talk = { status: number | null; saysClose: boolean; closedAfterMs: number | null };

/**
 * Opens a TCP connection to the app and calls `write` with it. Waits up to `waitMs` until the server closes the
 * connection. Returns the response status and the time of the close.
 */
function talk(write: (socket: net.Socket) => void, waitMs = 40_000): Promise<Talk> {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const socket = net.connect(Number(new URL(endpoint.appUrl).port), '127.0.0.1');
    let answer = '';
    const finish = (closedAfterMs: number | null) => {
      clearTimeout(timer);
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
      const saysClose = /^connection: close\r$/im.test(answer);
      resolve({ status: status === undefined ? null : Number(status), saysClose, closedAfterMs });
    };
    const timer = setTimeout(() => finish(null), waitMs);
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => finish(performance.now() - startedMs));
    socket.on('connect', () => write(socket));
  });
}

const whole = (parts: DeliveryParts, more: string[] = []) =>
  talk((socket) => {
    socket.write(head(parts, [`content-length: ${parts.body.byteLength}`, 'connection: close', ...more]));
    socket.write(parts.body);
  });

const chunked = (parts: DeliveryParts) =>
  talk((socket) => {
    socket.write(head(parts, ['transfer-encoding: chunked', 'connection: close']));
    for (let at = 0; at < parts.body.byteLength; at += 8_192) {
      const chunk = parts.body.subarray(at, at + 8_192);
      socket.write(`${chunk.byteLength.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
  });

describe('a delivery over HTTP', () => {
  it('is accepted in one piece and in chunks', async () => {
    for (const send of [whole, chunked]) {
      const event = eventOf(install.installId, install.storeId);
      expect(await send(signed(install.installId, install.secret, event))).toMatchObject({ status: 200 });
      const stored = await inboxOf(world, install.installId);
      expect(stored.map(({ event_id }) => event_id)).toContain(event.id);
    }
  });

  const gzipped = () => {
    const event = eventOf(install.installId, install.storeId);
    return withHeaders(signed(install.installId, install.secret, gzipSync(JSON.stringify(event))), {
      'content-encoding': 'gzip',
    });
  };
  it.each<[string, number, () => Promise<Talk>]>([
    ...Object.values(deliveryHeaders).map((name): [string, number, () => Promise<Talk>] => [
      `EVT-9: ${name} twice`,
      400,
      () => {
        const parts = valid();
        return whole(parts, [`${name}: ${parts.headers[name]}`]);
      },
    ]),
    ['GET', 405, () => whole({ ...valid(), method: 'GET' })],
    ['PUT', 405, () => whole({ ...valid(), method: 'PUT' })],
    ['text/plain', 415, () => whole(withHeaders(valid(), { 'content-type': 'text/plain' }))],
    ['gzip', 415, () => whole(gzipped())],
    ['over 256 KB', 413, () => whole(valid({ padding: 'x'.repeat(262_144) }))],
    ['over 256 KB in chunks', 413, () => chunked(valid({ padding: 'x'.repeat(262_144) }))],
  ])('%s is answered %i, and nothing is written', async (_, status, send) => {
    const before = await written(world);
    expect(await send()).toMatchObject({ status });
    expect(await written(world)).toBe(before);
  });

  it('that is refused before its body is read is not awaited: the connection is closed', async () => {
    const { status, saysClose, closedAfterMs } = await talk((socket) => {
      socket.write(head(valid(), ['content-length: 200000000']));
    });
    expect({ status, saysClose }).toEqual({ status: 413, saysClose: true });
    expect(closedAfterMs).not.toBeNull();
  });

  it('with one byte a second is answered 408 and closed', async () => {
    const before = await written(world);
    const parts = valid();
    const slow = talk((socket) => {
      socket.write(head(parts, [`content-length: ${parts.body.byteLength}`]));
      let at = 0;
      const timer = setInterval(() => socket.write(parts.body.subarray(at, ++at)), 1_000);
      socket.on('close', () => clearInterval(timer));
    });
    const { status, closedAfterMs } = await slow;
    expect(status).toBe(408);
    expect(closedAfterMs).not.toBeNull();
    expect(await written(world)).toBe(before);
    expect(await whole(valid())).toMatchObject({ status: 200 });
  });

  it('of a client that disconnects midway writes nothing and does not affect other deliveries', async () => {
    const before = await written(world);
    const parts = valid();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        talk((socket) => {
          socket.write(head(parts, [`content-length: ${parts.body.byteLength}`]));
          socket.write(parts.body.subarray(0, 10), () => socket.resetAndDestroy());
        }),
      ),
    );
    expect(await written(world)).toBe(before);
    expect(await whole(valid())).toMatchObject({ status: 200 });
  });
});
