import 'server-only';
import { defaultSettings } from '@/lib/store/store-settings';
import { withSystem } from '@/lib/system/db';
import { purgeInBatches } from '@/lib/system/purge-in-batches';
import { overStates } from '@/lib/quotes/quote-state';

/**
 * Stores the state `expired` in quotes whose last valid day is over. Other code also checks the date, so a quote counts
 * as expired even before this state is stored. Returns the number of changed quotes.
 */
export async function expireQuotes(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH late AS (
          SELECT install_id, id FROM quotes WHERE state IN ('sent', 'opened') AND expires_at <= now()
          ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ), ended AS (
          UPDATE quotes q SET state = 'expired', updated_at = now() FROM late
          WHERE (q.install_id, q.id) = (late.install_id, late.id) RETURNING q.install_id, q.id, q.version, q.expires_at
        )
        INSERT INTO quote_events (install_id, id, quote_id, kind, version, side, at)
        SELECT install_id, gen_random_uuid(), id, 'expired', version, 'staff', expires_at FROM ended`,
    ),
  );
}

/**
 * Deletes the personal data of quotes when the retention time of their store is over. The retention time counts from
 * the end of the quote. Drafts that have not changed for this time are deleted too. The hash of a quote stays stored as
 * evidence of what was agreed. Returns the number of quotes and drafts.
 *
 * A quote that needs attention has no end if nobody decides about it. Its retention time counts from its last change
 * or, if that is later, from its last valid day. The quote is then withdrawn, except if the write that creates its
 * order has not ended.
 */
export async function purgeQuotes(): Promise<number> {
  const retentionDays = defaultSettings.quoteDataDays;
  const emptied = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        WITH old AS (
          SELECT q.install_id, q.id, q.state, q.version FROM quotes q LEFT JOIN settings s ON s.install_id = q.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE q.purged_at IS NULL
            AND (q.state = ANY(${[...overStates]})
              OR (q.state = 'needs_attention'
                AND coalesce(q.expires_at, q.updated_at)
                  < now() - coalesce((s.value #>> '{}')::int, ${retentionDays}) * interval '1 day'
                AND NOT EXISTS (SELECT FROM operations o
                  WHERE o.install_id = q.install_id AND o.id = q.operation_id AND o.ended_at IS NULL)))
            AND q.updated_at < now() - coalesce((s.value #>> '{}')::int, ${retentionDays}) * interval '1 day'
          ORDER BY q.updated_at LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED
        ), withdrawn AS (
          INSERT INTO quote_events (install_id, id, quote_id, kind, version, side)
          SELECT install_id, gen_random_uuid(), id, 'withdrawn', version, 'staff' FROM old
          WHERE state = 'needs_attention'
        ), contents AS (
          UPDATE quote_versions v SET content_enc = NULL FROM old
          WHERE (v.install_id, v.quote_id) = (old.install_id, old.id)
        ), details AS (
          UPDATE quote_events e SET detail_enc = NULL FROM old
          WHERE (e.install_id, e.quote_id) = (old.install_id, old.id)
        ), links AS (
          DELETE FROM quote_links l USING old WHERE (l.install_id, l.quote_id) = (old.install_id, old.id)
        )
        UPDATE quotes q SET purged_at = now(), customer_enc = NULL, phone_key = NULL, name_keys = '{}',
          draft_enc = NULL, draft_revision = draft_revision + 1, link_enc = NULL,
          state = CASE q.state WHEN 'needs_attention' THEN 'withdrawn' ELSE q.state END
        FROM old WHERE (q.install_id, q.id) = (old.install_id, old.id)`,
    ),
  );
  const removed = await purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        DELETE FROM quotes WHERE (install_id, id) IN (
          SELECT q.install_id, q.id FROM quotes q LEFT JOIN settings s ON s.install_id = q.install_id
            AND s.name = 'quoteDataDays' AND jsonb_typeof(s.value) = 'number'
          WHERE q.state = 'draft'
            AND q.updated_at < now() - coalesce((s.value #>> '{}')::int, ${retentionDays}) * interval '1 day'
          LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED)`,
    ),
  );
  return emptied + removed;
}
