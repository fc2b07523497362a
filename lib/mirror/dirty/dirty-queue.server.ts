import 'server-only';
import { productsScope } from 'commerce-platform-client/assumptions';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type PlainStatement, systemMessage } from '@/lib/system/db';
import {
  parkedMinutes,
  type ReadyQueue,
  repeatClaim,
  type Unclaimed,
} from '@/lib/system/queues/ready-list.server';

/**
 * A claimed dirty mark. A dirty mark is a row for an order, a product or an install that must be read from the
 * platform.
 *
 * - `mark`: number of the mark at the time of the claim. Each new event gives the mark a new number.
 * - `claim`: number of times that the mark was claimed
 * - `fence`: a fence number that was taken with the claim, before the read. It shows which of two reads began later.
 * - `byEvent`: an event set the mark. A mark can also come from a sweep (a repeated read of platform data), from the
 *   answer to one of our own writes, or from the decision of a review. Such a mark does not show that the platform sent
 *   an event, so its read does not confirm an order that this app created (D9).
 */
export type DirtyEntity = {
  installId: InstallId;
  kind: string;
  entityId: string;
  mark: bigint;
  claim: number;
  fence: bigint;
  byEvent: boolean;
};

/** The part of a claimed dirty mark (a row for data that must be read) that identifies the mark and its claim. */
type ClaimedMark = Omit<DirtyEntity, 'fence' | 'byEvent'>;

const leaseMs = 30_000;

/**
 * Maximum number of orders of one install that are read at the same time because of dirty marks (rows for data that
 * must be read). All installs share this queue, so one install must not occupy all workers. For products, the maximum
 * is separate, because one request reads many products.
 */
const perInstallMax = 4;

/**
 * One queue of dirty marks (rows for data that must be read) in the ready list: the marks of orders and installs, or
 * the marks of products. `perInstall`: from this number of claimed marks of one install, no further marks of the
 * install are claimed.
 */
type MarkQueue = { name: ReadyQueue; scope: Scope; perInstall: number };

const orderMarks: MarkQueue = {
  name: 'orders',
  scope: 'orders:read',
  perInstall: perInstallMax,
};
// One claim covers up to 100 products of an install, and one request reads them. Until this claim ends, no further
// products of the install are claimed.
const productMarks: MarkQueue = {
  name: 'products',
  scope: productsScope,
  perInstall: 1,
};
const queueOf = (kind: string) => (kind === 'product' ? productMarks : orderMarks);

/**
 * Claims due dirty marks (rows for data that must be read). The marks are of orders, and of installs that the platform
 * may have closed. The installs take turns (ready list). In the first round, the oldest mark of each install is
 * claimed; in the second round, the second oldest; and so on. Marks of orders are skipped while the app lacks the scope
 * to read orders. The claim is equally fast for any number of waiting installs and marks.
 */
export async function claimDirty(limit: number): Promise<DirtyEntity[]> {
  const { scope, perInstall } = orderMarks;
  return claimMarks({
    text: 'SELECT * FROM claim_order_marks($1, $2, $3, $4, $5)',
    values: [limit, leaseMs, perInstall, scope, parkedMinutes],
  });
}

/** Maximum number of products that one request GET /products can return (platform: Limits). */
const productsPerRead = 100;

/**
 * Claims the due dirty marks (rows for data that must be read) of the products of one install. One request can then
 * read these products together. The installs take turns (ready list). While products of an install are being read, no
 * further products of this install are claimed. Marks that are set meanwhile wait, and the next request reads their
 * products together.
 */
export async function claimDirtyProducts(): Promise<DirtyEntity[]> {
  return claimMarks({
    text: 'SELECT * FROM claim_product_marks($1, $2, $3, $4)',
    values: [productsPerRead, leaseMs, productMarks.scope, parkedMinutes],
  });
}

/** A row of the SQL functions that claim marks. */
type ClaimedRow = {
  install_id: InstallId;
  kind: string | null;
  entity_id: string;
  mark: string;
  claim: number;
  fence: string;
  by_event: boolean;
};

/** Claims dirty marks (rows for data that must be read). The SQL function in the statement also ends the turns. */
function claimMarks(claim: PlainStatement): Promise<DirtyEntity[]> {
  return repeatClaim<DirtyEntity>(async () => {
    const rows = await systemMessage<ClaimedRow>(claim);
    return rows.map(({ install_id: installId, kind, ...row }): DirtyEntity | Unclaimed =>
      kind === null
        ? { installId, kind }
        : {
            installId,
            kind,
            entityId: row.entity_id,
            mark: BigInt(row.mark),
            claim: row.claim,
            fence: BigInt(row.fence),
            byEvent: row.by_event,
          },
    );
  });
}

/**
 * Returns the statements that end the turns (claims of work) of the installs whose claims end in the same message. For
 * each install, the time of the next turn is computed and stored.
 */
function endTurns(entities: readonly ClaimedMark[]): PlainStatement[] {
  return [orderMarks, productMarks].flatMap((queue) => {
    const installs = [
      ...new Set(entities.flatMap(({ installId, kind }) => (queueOf(kind) === queue ? [installId] : []))),
    ];
    if (installs.length === 0) return [];
    return {
      text: 'SELECT renew_mark_turns($1, $2, $3, $4, $5)',
      values: [queue.name, installs, queue.perInstall, queue.scope, parkedMinutes],
    };
  });
}

/**
 * Ends the claims of dirty marks (rows for data that must be read) after the data was read.
 *
 * - A mark whose number did not change during the read is deleted (M7).
 * - A mark that got a new number during the read becomes due immediately.
 * - Events whose changes are included in the read get the state `settled`.
 */
export async function clearMarks(entities: readonly ClaimedMark[]): Promise<void> {
  if (entities.length === 0) return;
  await systemMessage(
    { text: 'SELECT clear_marks($1)', values: [seenRows(entities)] },
    ...endTurns(entities),
  );
}

/**
 * Schedules another read of entities that could not be read. The delay doubles with each attempt, up to 5 minutes, and
 * is at least `atLeastSeconds`.
 */
export async function postponeMarks(entities: readonly ClaimedMark[], atLeastSeconds = 0): Promise<void> {
  if (entities.length === 0) return;
  await systemMessage(
    lockMarks(entities),
    {
      text: `UPDATE dirty_marks d SET lease_until = NULL, attempts = attempts + 1,
          next_attempt_at = now() + greatest($2, least(300, power(2, least(attempts, 10)))) * interval '1 second'
        FROM ${seenSql}
        WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`,
      values: [seenRows(entities), atLeastSeconds],
    },
    ...endTurns(entities),
  );
}

/**
 * Ends the claims of dirty marks (rows for data that must be read) that were not processed. The due time of the marks
 * stays as it was before the claim.
 */
export async function releaseMarks(entities: readonly ClaimedMark[]): Promise<void> {
  if (entities.length === 0) return;
  await systemMessage(
    lockMarks(entities),
    {
      text: `UPDATE dirty_marks d SET lease_until = NULL FROM ${seenSql}
        WHERE (d.install_id, d.kind, d.entity_id, d.claim) = (seen.install_id, seen.kind, seen.entity_id, seen.claim)`,
      values: [seenRows(entities)],
    },
    ...endTurns(entities),
  );
}

/**
 * Returns the statement that locks the dirty marks (rows for data that must be read) until the transaction ends.
 * apply_events locks them in the same order, so no deadlock occurs.
 */
const lockMarks = (entities: readonly ClaimedMark[]): PlainStatement => ({
  text: `SELECT FROM dirty_marks d JOIN ${seenSql} USING (install_id, kind, entity_id)
    ORDER BY d.install_id, d.kind, d.entity_id FOR UPDATE OF d`,
  values: [seenRows(entities)],
});

const seenSql = `jsonb_to_recordset($1::jsonb)
  AS seen (install_id text, kind text, entity_id text, mark bigint, claim integer)`;

/** Returns claimed marks as JSON, as the SQL of this file reads them. */
const seenRows = (entities: readonly ClaimedMark[]): string =>
  JSON.stringify(
    entities.map(({ installId, kind, entityId, mark, claim }) => ({
      install_id: installId,
      kind,
      entity_id: entityId,
      mark: String(mark),
      claim,
    })),
  );
