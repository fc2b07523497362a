import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { learnedMax, learnLocations } from '@/lib/inventory/learn-locations.server';
import type { MovementPage, MovementRow } from '@/lib/inventory/movement-view';
import { PlatformId, VariantId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';
import type { Tx } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { forceIndexScans } from '@/lib/system/force-index-scans';

const pageSize = 50;
/**
 * Maximum number of a variant's movements that are examined for one page, if the page is filtered by reason or
 * location.
 */
const scannedMax = 5_000;

/**
 * Cursor of the ledger (the list of a variant's stock movements): the time and the id of the last movement on the page.
 */
const Cursor = z.tuple([CursorTime, PlatformId]);

/** Query of a variant's ledger. An invalid cursor is an error of the caller (400). */
export const MovementListQuery = z.object({
  variant: VariantId,
  /**
   * Filter: only movements with this reason. Any text is allowed, because the platform also writes reasons of its own.
   */
  reason: Text.min(1).max(128).optional(),
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
 * Returns one page of a variant's stock movements from the mirror (our copy of the platform's data), newest first. A
 * page starts after the last movement of the previous page, without an offset. The number of examined movements is
 * limited, so a page may have few movements although a next page exists. The caller must have checked the scope
 * inventory:read. platform: Inventory, GET /inventory/movements.
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
      // All locations and reasons that a user can choose as a filter. The locations and reasons do not depend on the
      // page or on the current filter.
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
 * Compares two stock movements, so that the newer movement is first. If both movements have the same time, the movement
 * with the higher sequence number is newer. A movement that is known only from a webhook event has no sequence number
 * yet and counts as the newest.
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

/** Returns the locations of the whole store, the last used one first, and the reasons in the variant's movements. */
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
