import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** Facts about the newest write of one kind, without its request and without names of users. */
export type LastRequest = {
  kind: string;
  /** The platform's request id in the last response to the write; null if the app received no response. */
  requestId: string | null;
  idempotencyKey: string;
  /** When the user requested the write. */
  at: Date;
};

/**
 * Maximum number of operations that are examined for each state, the newest first. The limit keeps the query fast even
 * if the history is long.
 */
const rowsMax = 500;
const states = ['recorded', 'sending', 'unknown', 'needs_review', 'refused', 'succeeded'];

/**
 * Returns the newest write of each kind. For each state, only the newest operations (recorded writes) are examined, so
 * a kind with only old operations is not in the result. The query uses an index on the state.
 */
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
        ORDER BY created_at DESC, id DESC LIMIT ${rowsMax}
      ) o
      ORDER BY o.kind, o.created_at DESC, o.id DESC`,
  );
}
