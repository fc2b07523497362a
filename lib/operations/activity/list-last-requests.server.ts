import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** What is kept of the newest write of a kind: no word of what it said or who asked for it. */
export type LastRequest = {
  kind: string;
  /** The platform's id of its last answer; null: none has come. */
  requestId: string | null;
  idempotencyKey: string;
  /** When it was asked for. */
  at: Date;
};

/** However long the past is: of each state so many of the newest are looked at. */
const lookMax = 500;
const states = ['recorded', 'sending', 'unknown', 'needs_review', 'refused', 'succeeded'];

/** The newest write of each kind among the newest of the install, along the index of their states. */
export async function listLastRequests({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<LastRequest[]> {
  return db.transaction(
    (tx) => tx.$queryRaw<LastRequest[]>`
      SELECT DISTINCT ON (o.kind) o.kind, o.request_ids[cardinality(o.request_ids)] AS "requestId",
        o.idempotency_key AS "idempotencyKey", o.created_at AS at
      FROM unnest(${states}::text[]) AS wanted(state), LATERAL (
        SELECT id, kind, request_ids, idempotency_key, created_at FROM operations
        WHERE install_id = ${installId} AND state = wanted.state
        ORDER BY created_at DESC, id DESC LIMIT ${lookMax}
      ) o
      ORDER BY o.kind, o.created_at DESC, o.id DESC`,
  );
}
