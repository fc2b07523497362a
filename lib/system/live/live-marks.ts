import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * The live mark of an install. A changed mark means that the install changed. `page` covers status and scopes: what a
 * user may do in it. `access` covers the sessions and the connection: who may read it at all.
 */
export type LiveMark = { installId: InstallId; things: string; page: string; access: string };

/**
 * Reads what can be polled instead of notifications, for all given installs in one query. Orders are written when an
 * event's mark is cleared, by a sweep step or at the end of an operation. The query therefore reads those rows and not
 * the orders.
 *
 * Of each kind it reads only the few rows that change first, by an index. Marks are cleared in the order in which they
 * are due. A mark that is set behind those rows changes nothing yet, and the row that set it is read.
 *
 * xmin is the id of the last writing transaction. Unlike a time, it differs in any order of clocks and commits.
 */
export async function readLiveMarks(installIds: readonly InstallId[]): Promise<LiveMark[]> {
  return systemQuery<LiveMark>(marksSql, [installIds]);
}

const marksSql = `
SELECT i.install_id AS "installId",
  md5(concat_ws('/', i.status, i.revoked_at, i.granted_scopes, i.effective_scopes)) AS page,
  md5(concat_ws('/', i.revoked_at, tokens.told, opened.told)) AS access,
  md5(concat_ws('/', marks.told, events.told, sweeping.told, operated.told, made.told, served.told)) AS things
FROM unnest($1::text[]) AS requested (install_id) JOIN installs i USING (install_id),
  LATERAL (
    SELECT string_agg(state, ',') AS told FROM install_tokens t WHERE t.install_id = i.install_id
  ) tokens,
  LATERAL (
    SELECT string_agg(id_hash, ',' ORDER BY id_hash) AS told FROM sessions s WHERE s.install_id = i.install_id
  ) opened,
  LATERAL (
    SELECT string_agg(entity_id || ':' || mark, ',') AS told FROM (
      (SELECT entity_id, mark FROM dirty_marks m
        WHERE m.install_id = i.install_id AND kind <> 'product' ORDER BY next_attempt_at LIMIT 20)
      UNION ALL
      -- Marks are read in batches and can be cleared in any order.
      (SELECT entity_id, mark FROM dirty_marks m
        WHERE m.install_id = i.install_id AND kind = 'product' ORDER BY next_attempt_at LIMIT 100)
    ) next
  ) marks,
  LATERAL (
    SELECT string_agg(event_id || state, ',') AS told FROM (
      SELECT event_id, state FROM inbox e WHERE e.install_id = i.install_id AND e.state <> 'stored' ORDER BY received_at DESC LIMIT 20
    ) newest
  ) events,
  LATERAL (
    SELECT string_agg(claim || ',' || fetched || ',' || coalesce(cursor, '') || coalesce(ended_at::text, ''), '/'
      ORDER BY resource, kind) AS told
    FROM sweeps s WHERE s.install_id = i.install_id
  ) sweeping,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS told FROM (
      SELECT id, o.xmin::text AS version FROM operations o
      WHERE o.install_id = i.install_id AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 20
    ) newest
  ) operated,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS told FROM (
      SELECT id, b.xmin::text AS version FROM bulk_runs b
      WHERE b.install_id = i.install_id ORDER BY created_at DESC, id LIMIT 20
    ) newest
  ) made,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS told FROM (
      SELECT id, b.xmin::text AS version FROM bulk_runs b
      WHERE b.install_id = i.install_id ORDER BY served_at DESC LIMIT 20
    ) newest
  ) served`;
