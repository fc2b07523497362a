import 'server-only';
import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { listen, type Subscription } from '@/lib/system/live/listen';
import { log } from '@/lib/system/log';

/**
 * The message to open screens: ids only, never data. `session` is not sent to them: their streams check access when it
 * arrives.
 */
export const LiveChange = z.object({
  installId: InstallId,
  kind: z.enum(['order', 'sync', 'operation', 'install', 'bulk_run', 'quote', 'session']),
  id: z.string(),
});
export type LiveChange = z.infer<typeof LiveChange>;

const channels = { live: 'daftar_live', work: 'daftar_work' } as const;

/** Notifies open screens of a change when the transaction commits. */
export async function notifyLive(tx: Tx, change: LiveChange): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.live}, ${JSON.stringify(change)})`;
}

/** Makes the open streams of the install check their access when the transaction commits, in every process. */
export function notifySessions(tx: Tx, installId: InstallId): Promise<void> {
  return notifyLive(tx, { installId, kind: 'session', id: '' });
}

/** The kinds of waiting work, so that only the affected worker loops wake up. */
export const Work = z.enum(['inbox', 'marks', 'sweeps', 'operations', 'bulk', 'installs']);
export type Work = z.infer<typeof Work>;

/** Wakes the workers when the transaction commits. It is only a hint, because workers also poll each second. */
export async function notifyWork(tx: Tx, work: Work): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.work}, ${work})`;
}

/** SQL that wakes the workers, for statements written by hand. */
export const notifyWorkSql = (work: Work) => `pg_notify('${channels.work}', '${work}')`;

/**
 * Listens to the live changes of all installs; the caller selects its own. `listening` receives whether changes arrive
 * from now on.
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

/** Listens for new work. null means any work, so the caller checks all queues. Polling finds missed notifications. */
export function onWork(handle: (work: Work | null) => void): Subscription {
  const receive = (payload: string) => handle(Work.safeParse(payload).data ?? null);
  return listen(channels.work, { receive, listening: (isListening) => isListening && handle(null) });
}

/** Anyone who can connect to the database can send a notification, so an invalid payload is not our error. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
