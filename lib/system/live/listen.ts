import 'server-only';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dbPool } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';
import { applicationName } from '@/lib/system/process/process-facts';

/** Callbacks for a notification channel of PostgreSQL. */
export type Listener = {
  receive(payload: string): void;
  /**
   * Called with true when notifications begin to arrive; notifications before this call may have been missed. Called
   * with false when notifications after this call may be missed.
   */
  listening(isListening: boolean): void;
};

/**
 * A subscription to a notification channel of PostgreSQL. After `ready` resolves, no notification is missed. `ready`
 * rejects if notifications do not arrive.
 */
export type Subscription = { ready: Promise<void>; stop(): void };

/**
 * Time limit of a probe. A probe sends a notification to this process. The notification usually arrives
 * within milliseconds. If it has not arrived after this time, it counts as lost.
 */
const probeTimeoutMs = 2_000;
/**
 * Interval between two probes, which check whether notifications arrive. Probes also find a connection that
 * broke without an error. TCP would notice this much later.
 */
const probeEveryMs = 30_000;
const reopenAfterMs = 1_000;

const listeners = new Map<string, Set<Listener>>();
let connection: pg.Client | undefined;
let opening: Promise<void> | undefined;
let isListening = false;
let isWarned = false;

/**
 * Listens to a notification channel of PostgreSQL. All channels share one connection of this process. A lost connection
 * is opened again after a second.
 */
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

/**
 * Opens the connection again. If a new listener has opened one meanwhile, no second connection is opened, because every
 * notification would then be received twice.
 */
function reopen(): void {
  if (!connection && isWanted()) open().catch(() => undefined);
}

async function openOnce(): Promise<void> {
  const client = new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    application_name: applicationName(),
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  let probing: ReturnType<typeof setInterval> | undefined;
  let isLost = false;
  const lose = (error?: Error) => {
    // pg emits two error events if the server ends the connection. The second event would end the process if it had no
    // listener. So this listener stays registered after the first event.
    if (isLost) return;
    isLost = true;
    clearInterval(probing);
    if (error) log.warn({ error }, 'listen connection lost; it is opened again in a second');
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
    if (isLost) throw new Error('the connection was lost while it was opened');
    connection = client;
    const arrives = await probe();
    if (connection !== client) throw new Error('the connection was closed while it was opened');
    evaluateProbe(arrives);
    const checkProbe = async () => {
      const stillArrives = await probe();
      if (stillArrives === null || connection !== client) return;
      // A lost probe has two possible causes. If earlier notifications arrived on this connection, the connection has
      // broken, and a new connection helps. If no notification ever arrived, as behind a pooler in transaction mode, a
      // new connection does not help.
      if (isListening && !stillArrives) lose(new Error('notifications no longer arrive'));
      else evaluateProbe(stillArrives);
    };
    probing = setInterval(() => void checkProbe(), probeEveryMs).unref();
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
      'LISTEN receives no notifications, as behind a pooler in transaction mode; polling for changes every second. ' +
        'Set DATABASE_DIRECT_URL to an address with session connections.',
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
 * Returns a probe: a function that checks whether notifications arrive. Its result is null if the check was not
 * possible. A successful LISTEN is not enough, because LISTEN also succeeds behind a pooler in transaction mode. The
 * pooler then gives the server connection to another client, so notifications are lost.
 */
async function startProbe(client: pg.Client): Promise<() => Promise<boolean | null>> {
  // Each process sends its probe notifications on a separate channel. On a shared channel, a process could receive the
  // probe of another process and mistake it for its own.
  const probeChannel = `daftar_probe_${randomBytes(8).toString('hex')}`;
  let onReceived: () => void = () => undefined;
  client.on('notification', ({ channel }) => channel === probeChannel && onReceived());
  await client.query(`LISTEN ${probeChannel}`);
  return async () => {
    const arrived = new Promise<true>((resolve) => {
      onReceived = () => resolve(true);
    });
    try {
      // The query sends a notification to the listening connection. The query may wait long for a free connection of
      // the pool, so the time limit for the arrival starts only after the query. A long wait for the pool does not mean
      // that notifications are lost.
      await dbPool().query('SELECT pg_notify($1, $2)', [probeChannel, '']);
    } catch {
      return null;
    }
    return Promise.race([arrived, sleep(probeTimeoutMs, false, { ref: false })]);
  };
}
