import 'server-only';
import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { listen, type Subscription } from '@/lib/system/live/listen';
import { log } from '@/lib/system/log';

/** What open screens are told: ids only, never data. */
export const LiveChange = z.object({
  installId: InstallId,
  kind: z.enum(['order', 'sync', 'operation', 'install', 'bulk_run', 'quote']),
  id: z.string(),
});
export type LiveChange = z.infer<typeof LiveChange>;

const channels = { live: 'daftar_live', work: 'daftar_work' } as const;

/** Tells open screens of a change, when the transaction commits. */
export async function notifyLive(tx: Tx, change: LiveChange): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.live}, ${JSON.stringify(change)})`;
}

/** What there is to do, so that only the loops it concerns are woken. */
export const Work = z.enum(['inbox', 'marks', 'sweeps', 'operations', 'bulk', 'installs']);
export type Work = z.infer<typeof Work>;

/** Wakes the workers, when the transaction commits; a hint, they also look each second. */
export async function notifyWork(tx: Tx, work: Work): Promise<void> {
  await tx.$executeRaw`SELECT pg_notify(${channels.work}, ${work})`;
}

/** SQL that wakes the workers, for statements written by hand. */
export const notifyWorkSql = (work: Work) => `pg_notify('${channels.work}', '${work}')`;

/** Hears every live change of every install; the caller picks its own. `hearing`: whether changes arrive from now on. */
export function onLiveChange(
  handle: (change: LiveChange) => void,
  listening: (isListening: boolean) => void,
): Subscription {
  const receive = (payload: string) => {
    const change = LiveChange.safeParse(parse(payload));
    if (change.success) handle(change.data);
    else log.warn({ channel: channels.live }, 'a notification that is none of ours');
  };
  return listen(channels.live, { receive, listening });
}

/** Hears that there is work; null: any work, so all is looked at. What is missed is found by looking. */
export function onWork(handle: (work: Work | null) => void): Subscription {
  const receive = (payload: string) => handle(Work.safeParse(payload).data ?? null);
  return listen(channels.work, { receive, listening: (isListening) => isListening && handle(null) });
}

/** Whoever may connect may notify: what is not ours is no error of ours. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
