import 'server-only';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dbPool } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/** Who hears a channel. */
export type Listener = {
  receive(payload: string): void;
  /** true: notifications arrive (again), those of before may have been missed; false: from now on they are missed. */
  listening(isListening: boolean): void;
};

/** Hearing a channel. `ready`: from now on nothing is missed; rejects when notifications do not arrive. */
export type Subscription = { ready: Promise<void>; stop(): void };

/** A notification takes milliseconds; one that was sent this long ago does not come. */
const probeTimeoutMs = 2_000;
/** Also finds a connection that broke without a word, long before TCP does. */
const probeEveryMs = 30_000;
const reopenAfterMs = 1_000;

const listeners = new Map<string, Set<Listener>>();
let connection: pg.Client | undefined;
let opening: Promise<void> | undefined;
let isListening = false;
let isWarned = false;

/** Hears a channel by the one session connection of this process; lost, it comes back after a second. */
export function listen(channel: string, listener: Listener): Subscription {
  const set = listeners.get(channel) ?? new Set();
  listeners.set(channel, set.add(listener));
  const ready = startListening(channel);
  ready.catch(() => undefined);
  return {
    ready,
    stop() {
      set.delete(listener);
      if (isWanted()) return;
      void connection?.end().catch(() => undefined);
      connection = undefined;
      isListening = false;
    },
  };
}

const isWanted = () => [...listeners.values()].some((set) => set.size > 0);

async function startListening(channel: string): Promise<void> {
  await connection?.query(`LISTEN ${channel}`);
  if (opening || !connection) await open();
  if (!isListening) throw new Error('notifications do not arrive');
}

function open(): Promise<void> {
  opening ??= openOnce().finally(() => {
    opening = undefined;
  });
  return opening;
}

/** Whoever listened anew meanwhile may have one already: a second would tell everything twice. */
function reopen(): void {
  if (!connection && isWanted()) open().catch(() => undefined);
}

async function openOnce(): Promise<void> {
  const client = new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  let probing: ReturnType<typeof setInterval> | undefined;
  let isLost = false;
  const lose = (error?: Error) => {
    // pg says so twice when the server ends the connection; unheard, the second would end the process.
    if (isLost) return;
    isLost = true;
    clearInterval(probing);
    if (error) log.warn({ error }, 'listen connection lost');
    void client.end().catch(() => undefined);
    if (connection === client) {
      connection = undefined;
      notifyListeners(false);
    }
    setTimeout(reopen, reopenAfterMs).unref();
  };
  client.on('error', lose);
  client.once('end', () => lose());
  try {
    await client.connect();
    const probe = await startProbe(client);
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.receive(payload ?? '');
    });
    for (const channel of listeners.keys()) await client.query(`LISTEN ${channel}`);
    if (isLost) throw new Error('lost while it was opened');
    connection = client;
    const arrives = await probe();
    if (connection !== client) throw new Error('closed while it was opened');
    evaluateProbe(arrives);
    const look = async () => {
      const stillArrives = await probe();
      if (stillArrives === null || connection !== client) return;
      // It worked before, so it is this connection that broke; one that never worked is no better for a new one.
      if (isListening && !stillArrives) lose(new Error('notifications arrive no more'));
      else evaluateProbe(stillArrives);
    };
    probing = setInterval(() => void look(), probeEveryMs).unref();
    if (!isWanted()) lose();
  } catch (error) {
    lose(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

function evaluateProbe(arrives: boolean | null): void {
  if (arrives === false && !isWarned) {
    isWarned = true;
    log.warn(
      'LISTEN hears nothing, as behind a pooler in transaction mode: open screens are served by looking each second. ' +
        'Set DATABASE_DIRECT_URL to an address that gives session connections.',
    );
  }
  notifyListeners(arrives ?? false);
}

function notifyListeners(arrives: boolean): void {
  if (arrives === isListening) return;
  isListening = arrives;
  for (const set of listeners.values()) for (const listener of [...set]) listener.listening(arrives);
}

/**
 * Asks whether notifications arrive; null: it could not be asked. Behind a pooler in transaction mode LISTEN is taken
 * without an error, on a server connection that is somebody else's a moment later.
 */
async function startProbe(client: pg.Client): Promise<() => Promise<boolean | null>> {
  // Its own, or a process that hears would answer for one that does not.
  const probeChannel = `daftar_probe_${randomBytes(8).toString('hex')}`;
  let onReceived: () => void = () => undefined;
  client.on('notification', ({ channel }) => channel === probeChannel && onReceived());
  await client.query(`LISTEN ${probeChannel}`);
  return async () => {
    const arrived = new Promise<true>((resolve) => {
      onReceived = () => resolve(true);
    });
    try {
      // Waited for first: a pool that lets us wait says nothing of notifications.
      await dbPool().query('SELECT pg_notify($1, $2)', [probeChannel, '']);
    } catch {
      return null;
    }
    return Promise.race([arrived, sleep(probeTimeoutMs, false, { ref: false })]);
  };
}
