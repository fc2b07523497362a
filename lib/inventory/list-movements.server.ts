import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { learnedMax, learnLocations } from '@/lib/inventory/learn-locations.server';
import type { MovementPage, MovementRow } from '@/lib/inventory/movement-view';
import { PlatformId, VariantId } from '@/lib/shared/ids';
import { listCursor } from '@/lib/shared/lists/list-cursor';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { forceIndexScans } from '@/lib/system/force-index-scans';

const pageSize = 50;
/** Maximum number of movements of a variant that are examined for a page of one reason or location. */
const scannedMax = 5_000;

/** Cursor: time of the last movement on the page, and its id. */
const Cursor = z.tuple([z.iso.datetime(), PlatformId]);

/** Query of the ledger. An invalid cursor is an error of the caller (400). */
export const MovementListQuery = z.object({
  variant: VariantId,
  /** Any text is allowed, because the platform also writes its own reasons. */
  reason: z.string().min(1).max(128).optional(),
  location: PlatformId.optional(),
  cursor: listCursor(Cursor).optional(),
});
type MovementListQuery = z.output<typeof MovementListQuery>;

type LedgerRow = {
  id: string;
  location_id: string;
  delta: bigint;
  stock_after: bigint;
  reason: string;
  occurred_at: Date;
  sequence: bigint | null;
  fits: boolean;
  last: boolean;
};

/**
 * Returns one page of a variant's ledger from the mirror, newest first. It reads by key, never by offset, and its work
 * is bounded. A page may be short and still have a next page. Requires inventory:read, which the caller has checked.
 * platform: Inventory, GET /inventory/movements.
 */
export async function listMovements(
  { installId, db }: Pick<InstallContext, 'installId' | 'db'>,
  query: MovementListQuery,
): Promise<MovementPage> {
  return db.transaction(async (tx) => {
    await forceIndexScans(tx);
    const rows = await tx.$queryRaw<LedgerRow[]>(statement(installId, query));
    const fitting = rows.filter(({ fits }) => fits);
    const end = fitting.length > pageSize ? fitting[pageSize - 1] : rows.find(({ last }) => last);
    return {
      movements: fitting.slice(0, pageSize).toSorted(bySequence).map(movementRow),
      next: end ? `${end.occurred_at.toISOString()} ${end.id}` : null,
      // `locations` and `reasons` are the same on each page.
      ...(await learn(tx, installId, query)),
    };
  });
}

function statement(installId: string, { variant, reason, location, cursor }: MovementListQuery): Prisma.Sql {
  const isNarrowed = reason !== undefined || location !== undefined;
  const rowsMax = isNarrowed ? scannedMax : pageSize + 1;
  const fits = Prisma.join(
    [
      Prisma.sql`true`,
      ...(reason === undefined ? [] : [Prisma.sql`m.reason = ${reason}`]),
      ...(location === undefined ? [] : [Prisma.sql`m.location_id = ${location}`]),
    ],
    ' AND ',
  );
  const after = cursor
    ? Prisma.sql`AND (m.occurred_at, m.id) < (${new Date(cursor[0])}, ${cursor[1]})`
    : Prisma.empty;
  return Prisma.sql`
    SELECT id, location_id, delta, stock_after, reason, occurred_at, sequence, fits, place = ${scannedMax} AS last FROM (
      SELECT m.*, ${fits} AS fits, row_number() OVER (ORDER BY m.occurred_at DESC, m.id DESC) AS place
      FROM movements m WHERE m.install_id = ${installId} AND m.variant_id = ${variant} ${after}
      ORDER BY m.occurred_at DESC, m.id DESC LIMIT ${rowsMax}
    ) AS scanned
    WHERE fits OR place = ${scannedMax}
    ORDER BY occurred_at DESC, id DESC LIMIT ${pageSize + 1}`;
}

/**
 * Movements of the same time are ordered by sequence. A movement known only from an event has no sequence and counts as
 * the newest.
 */
function bySequence(one: LedgerRow, other: LedgerRow): number {
  const later = other.occurred_at.getTime() - one.occurred_at.getTime();
  if (later !== 0) return later;
  const place = ({ sequence }: LedgerRow) => (sequence === null ? Number.MAX_SAFE_INTEGER : Number(sequence));
  return place(other) - place(one);
}

const movementRow = (row: LedgerRow): MovementRow => ({
  id: row.id,
  locationId: row.location_id,
  delta: Number(row.delta),
  stockAfter: Number(row.stock_after),
  reason: row.reason,
  occurredAt: row.occurred_at.toISOString(),
});

/** Locations of the whole store, the last used first, and the reasons of this variant's movements. */
async function learn(
  tx: Tx,
  installId: string,
  { variant }: MovementListQuery,
): Promise<Pick<MovementPage, 'locations' | 'reasons'>> {
  const locations = await learnLocations(tx, installId, variant);
  const reasons = await tx.$queryRaw<{ reason: string }[]>`
    SELECT DISTINCT reason FROM (
      SELECT reason FROM movements WHERE install_id = ${installId} AND variant_id = ${variant}
      ORDER BY occurred_at DESC, id DESC LIMIT ${learnedMax}
    ) AS late ORDER BY reason`;
  return { locations, reasons: reasons.map(({ reason }) => reason) };
}
