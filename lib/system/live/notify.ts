import 'server-only';
import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { listen, type Subscription } from '@/lib/system/live/listen';
import { log } from '@/lib/system/log';

/**
 * Notification of a change for open screens. It has ids only, never data. A notification of the kind `session` is not
 * sent to the screens. After such a notification, each live stream of the install checks again whether its session has
 * access.
 */
export const LiveChange = z.object({
  installId: InstallId,
  kind: z.enum([
    'order',
    'sync',
    'operation',
    'install',
    'bulk_run',
    'quote',
    'cash',
    'delivery',
    'role',
    'session',
  ]),
  id: z.string(),
});
export type LiveChange = z.infer<typeof LiveChange>;

const channels = { live: 'daftar_live', work: 'daftar_work' } as const;

/** Notifies open screens of a change. The notification is sent when the transaction commits. */
export async function notifyLive(tx: Tx, change: LiveChange): Promise<void> {
  await tx.$executeRaw`SELECT ${notifyLiveSql(change)}`;
}

/** Returns an SQL expression that notifies open screens of a change when the transaction commits. */
export const notifyLiveSql = (change: LiveChange): Prisma.Sql =>
  Prisma.sql`pg_notify(${channels.live}, ${JSON.stringify(change)})`;

/**
 * When the transaction commits, the open live streams (server-sent events for open pages) of the install check their
 * access again, in every process. A stream whose session still has access then sends the event `beat`. The event
 * contains whether live updates are switched off.
 */
export function notifySessions(tx: Tx, installId: InstallId): Promise<void> {
  return notifyLive(tx, { installId, kind: 'session', id: '' });
}

/**
 * Kinds of waiting work for the worker. A notification names the kind, so that only the loops for this kind wake up.
 */
export const Work = z.enum(['inbox', 'marks', 'sweeps', 'operations', 'bulk', 'installs']);
export type Work = z.infer<typeof Work>;

/**
 * Wakes the workers when the transaction commits. Work is also found without this notification, because workers poll
 * every second.
 */
export async function notifyWork(tx: Tx, work: Work): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.work}, ${work})`;
}

/** Returns an SQL expression that wakes the workers, for statements without Prisma. */
export const notifyWorkSql = (work: Work) => `pg_notify('${channels.work}', '${work}')`;

/**
 * Listens to the live changes of all installs; the caller selects the changes of its own installs. `listening` is
 * called with true or false when the process has checked whether notifications arrive.
 */
export function onLiveChange(
  handle: (change: LiveChange) => void,
  listening: (isListening: boolean) => void,
): Subscription {
  const receive = (payload: string) => {
    const change = LiveChange.safeParse(parse(payload));
    if (change.success) handle(change.data);
    else log.warn({ channel: channels.live }, 'live notification with an unknown format; ignored');
  };
  return listen(channels.live, { receive, listening });
}

/**
 * Listens for notifications of waiting work. `handle` gets the kind of work. The kind is null if it is unknown; the
 * caller then checks all queues. Missed notifications do no harm, because workers also poll.
 */
export function onWork(handle: (work: Work | null) => void): Subscription {
  const receive = (payload: string) => handle(Work.safeParse(payload).data ?? null);
  return listen(channels.work, { receive, listening: (isListening) => isListening && handle(null) });
}

/**
 * Parses the text of a notification. Anyone who can connect to the database can send one, so an invalid text is not an
 * error of this app.
 */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
