import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { z } from 'zod';

/**
 * A program that sends forged webhook deliveries at a steady rate. The flood runs in a separate process, so that it
 * does not slow down the benchmark. Half of the deliveries name unknown installs and half name known installs; none has
 * a valid signature. The only command-line argument is the options as JSON. At the end it prints the number of
 * responses by HTTP status.
 */
const Options = z.object({
  url: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
  installIds: z.array(z.string()),
});

const { url, perSecond, seconds, installIds } = Options.parse(JSON.parse(process.argv[2] ?? ''));
const { hostname, port, pathname } = new URL(url);
/** Maximum number of requests in flight. Requests beyond this number are not sent. */
const socketsMax = 4_000;
const tickMs = 10;

const body = JSON.stringify({ id: 'evt_forged', topic: 'order.created', data: { note: 'x'.repeat(400) } });
const idle: net.Socket[] = [];
const answered = new Map<string, number>();
let open = 0;
let sent = 0;

function forge(): string {
  const known = installIds[sent % installIds.length];
  const installId = sent % 2 === 0 ? `inst_${randomBytes(8).toString('hex')}` : known;
  return [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Platform-Delivery-Id: dlv_${sent}`,
    `X-Platform-Install-Id: ${installId}`,
    'X-Platform-Event: order.created',
    `X-Platform-Timestamp: ${Math.floor(Date.now() / 1000)}`,
    'X-Platform-Api-Version: 2026-09-10',
    `X-Platform-Hmac-Sha256: ${randomBytes(32).toString('hex')}`,
    '',
    body,
  ].join('\r\n');
}

function note(what: string): void {
  answered.set(what, (answered.get(what) ?? 0) + 1);
}

function openSocket(): net.Socket {
  open++;
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('data', (data) => {
    note(data.toString('latin1', 9, 12));
    idle.push(socket);
  });
  socket.on('error', () => note('connection lost'));
  socket.on('close', () => {
    open--;
    const at = idle.indexOf(socket);
    if (at >= 0) idle.splice(at, 1);
  });
  return socket;
}

const startedMs = performance.now();
const timer = setInterval(() => {
  const elapsedMs = performance.now() - startedMs;
  const due = Math.floor((Math.min(elapsedMs, seconds * 1_000) / 1_000) * perSecond);
  for (; sent < due; sent++) {
    const socket = idle.pop() ?? (open < socketsMax ? openSocket() : undefined);
    if (socket) socket.write(forge());
    else note('not sent');
  }
  if (elapsedMs < seconds * 1_000 + 1_000) return;
  clearInterval(timer);
  console.log(JSON.stringify({ sent, sockets: open, answered: Object.fromEntries(answered) }));
  process.exit(0);
}, tickMs);
