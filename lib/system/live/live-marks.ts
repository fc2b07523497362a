import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemQuery } from '@/lib/system/db';

/**
 * The live mark of an install: hashes that change if the install changes.
 *
 * - `things`: the data that screens show
 * - `page`: status and scopes (what the app may do in the install)
 * - `roles`: what the people of the store may do
 * - `access`: the sessions and the connection (who may read the install at all), and what switches live updates off
 */
export type LiveMark = { installId: InstallId; things: string; page: string; roles: string; access: string };

/**
 * Reads the live marks of all given installs in one query, for polling.
 *
 * The query does not read the orders, because an order changes in only three cases. First: its dirty mark (the note
 * that the order must be read again) is cleared. Second: a sweep (a read of a whole list) finds the change. Third: an
 * operation (a recorded write) ends. So it is enough to read the rows of dirty marks, sweeps and operations.
 *
 * Dirty marks are cleared in the sequence of their due times. So only the marks that are due first are read, by an
 * index. A mark with a later due time has changed no data yet. Its event is among the newest events, which the query
 * reads too.
 *
 * `xmin` is the id of the transaction that last wrote a row, so it has a new value after each write. A column with a
 * time is not reliable here, because clocks differ and transactions commit in any order.
 */
export async function readLiveMarks(installIds: readonly InstallId[]): Promise<LiveMark[]> {
  return systemQuery<LiveMark>(marksSql, [installIds]);
}

const marksSql = `
SELECT i.install_id AS "installId",
  md5(concat_ws('/', i.status, i.revoked_at, i.granted_scopes, i.effective_scopes)) AS page,
  md5(concat_ws('/', i.default_role, staff.summary)) AS roles,
  md5(concat_ws('/', i.revoked_at, i.paused_at, tokens.summary, opened.summary, hooked.summary)) AS access,
  md5(concat_ws('/', marks.summary, events.summary, sweeping.summary, operated.summary, made.summary, served.summary)) AS things
FROM unnest($1::text[]) AS requested (install_id) JOIN installs i USING (install_id),
  LATERAL (
    SELECT string_agg(state, ',') AS summary FROM install_tokens t WHERE t.install_id = i.install_id
  ) tokens,
  LATERAL (
    SELECT string_agg(status, ',') AS summary FROM webhook_secrets w WHERE w.install_id = i.install_id
  ) hooked,
  LATERAL (
    SELECT string_agg(actor_sub || ':' || role, ',' ORDER BY actor_sub) AS summary
    FROM staff_roles r WHERE r.install_id = i.install_id
  ) staff,
  LATERAL (
    SELECT string_agg(id_hash, ',' ORDER BY id_hash) AS summary FROM sessions s WHERE s.install_id = i.install_id
  ) opened,
  LATERAL (
    SELECT string_agg(entity_id || ':' || mark, ',') AS summary FROM (
      (SELECT entity_id, mark FROM dirty_marks m
        WHERE m.install_id = i.install_id AND kind <> 'product' ORDER BY next_attempt_at LIMIT 20)
      UNION ALL
      -- Products: up to 100 marks are read, because the worker reads products in batches and may clear their marks in
      -- any order.
      (SELECT entity_id, mark FROM dirty_marks m
        WHERE m.install_id = i.install_id AND kind = 'product' ORDER BY next_attempt_at LIMIT 100)
    ) next
  ) marks,
  LATERAL (
    SELECT string_agg(event_id || state, ',') AS summary FROM (
      SELECT event_id, state FROM inbox e WHERE e.install_id = i.install_id AND e.state <> 'stored' ORDER BY received_at DESC LIMIT 20
    ) newest
  ) events,
  LATERAL (
    SELECT string_agg(claim || ',' || fetched || ',' || coalesce(cursor, '') || coalesce(ended_at::text, ''), '/'
      ORDER BY resource, kind) AS summary
    FROM sweeps s WHERE s.install_id = i.install_id
  ) sweeping,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS summary FROM (
      SELECT id, o.xmin::text AS version FROM operations o
      WHERE o.install_id = i.install_id AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 20
    ) newest
  ) operated,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS summary FROM (
      SELECT id, b.xmin::text AS version FROM bulk_runs b
      WHERE b.install_id = i.install_id ORDER BY created_at DESC, id LIMIT 20
    ) newest
  ) made,
  LATERAL (
    SELECT string_agg(id || ':' || version, ',') AS summary FROM (
      SELECT id, b.xmin::text AS version FROM bulk_runs b
      WHERE b.install_id = i.install_id ORDER BY served_at DESC LIMIT 20
    ) newest
  ) served`;
