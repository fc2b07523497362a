import 'server-only';
import pg from 'pg';
import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/** What open screens are told: ids only, never data. */
export const LiveChange = z.object({
  installId: InstallId,
  kind: z.enum(['order', 'sync', 'operation', 'install', 'bulk_run']),
  id: z.string(),
});
export type LiveChange = z.infer<typeof LiveChange>;

const channels = { live: 'daftar_live', work: 'daftar_work' } as const;

/** Tells open screens of a change, when the transaction commits. */
export async function notifyLive(tx: Tx, change: LiveChange): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.live}, ${JSON.stringify(change)})`;
}

/** Wakes the workers, when the transaction commits; a hint, they also look each second. */
export async function notifyWork(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.work}, '')`;
}

/** SQL that wakes the workers, for statements written by hand. */
export const notifyWorkSql = `pg_notify('${channels.work}', '')`;

/** Hearing a channel. `ready`: from now on nothing is missed; rejects when there is no connection to hear by. */
export type Subscription = { ready: Promise<void>; stop(): void };

/** Hears every live change of every install; the caller picks its own. `lost`: from now on changes are missed. */
export function onLiveChange(handle: (change: LiveChange) => void, lost: () => void): Subscription {
  const hear = (payload: string) => {
    const change = LiveChange.safeParse(JSON.parse(payload));
    if (change.success) handle(change.data);
  };
  return subscribe(channels.live, { hear, lost });
}

/** Hears that there is work; what is missed is found by looking. */
export function onWork(handle: () => void): Subscription {
  return subscribe(channels.work, { hear: handle, lost: () => undefined });
}

type Listener = { hear(payload: string): void; lost(): void };
const listeners = new Map<string, Set<Listener>>();
let connection: pg.Client | undefined;
let connecting: Promise<void> | undefined;

function subscribe(channel: string, listener: Listener): Subscription {
  const set = listeners.get(channel) ?? new Set();
  listeners.set(channel, set.add(listener));
  const ready = connection ? connection.query(`LISTEN ${channel}`).then(() => undefined) : connect();
  ready.catch(() => undefined);
  return {
    ready,
    stop() {
      set.delete(listener);
      if (isHeard()) return;
      void connection?.end().catch(() => undefined);
      connection = undefined;
    },
  };
}

const isHeard = () => [...listeners.values()].some((set) => set.size > 0);

/** One session connection for all listeners of the process; lost, it comes back after a second. */
function connect(): Promise<void> {
  connecting ??= connectOnce().finally(() => {
    connecting = undefined;
  });
  return connecting;
}

async function connectOnce(): Promise<void> {
  const client = new pg.Client({
    connectionString: env().DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    keepAlive: true,
  });
  let isLost = false;
  const lose = (error?: Error) => {
    // pg says so twice when the server ends the connection; unheard, the second would end the process.
    if (isLost) return;
    isLost = true;
    if (error) log.warn({ error }, 'listen connection lost');
    const wasHeard = connection === client;
    if (wasHeard) connection = undefined;
    if (wasHeard) for (const set of listeners.values()) for (const listener of [...set]) listener.lost();
    if (isHeard()) setTimeout(() => void connect().catch(() => undefined), 1_000).unref();
  };
  client.on('error', lose);
  client.once('end', () => connection === client && lose());
  try {
    await client.connect();
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.hear(payload ?? '');
    });
    for (const channel of listeners.keys()) await client.query(`LISTEN ${channel}`);
    connection = client;
  } catch (error) {
    void client.end().catch(() => undefined);
    lose(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}
