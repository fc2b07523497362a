import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { openDetail } from '@/lib/mirror/orders/order-mirror.server';
import { Order, type OrderDetail } from 'commerce-platform-client/contract/orders';
import type { Product } from 'commerce-platform-client/contract/products';
import { findMirroredProducts } from '@/lib/mirror/products/product-mirror.server';
import type { InstallId, OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Minimum age of a change on the platform, at the start of a run, before a difference from the mirror counts as drift.
 * The event of a newer change may still arrive.
 */
const eventMayComeMs = 2 * 60_000;

/**
 * Records drift (a difference between the mirror and the platform): the orders of a list page that differ from the
 * mirror although no event for them can still be on its way. This function does not correct the mirror, because the
 * caller writes the orders afterwards.
 */
export async function noteDrift(tx: Tx, run: SweepRun, orders: readonly Order[]): Promise<void> {
  const { installId } = run;
  const settled = orders.filter((order) => isOld(order.updated_at, run));
  if (settled.length === 0) return;
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: settled.map(({ id }) => id) } },
    select: { id: true, header: true, deletedAt: true },
  });
  const mirrored = new Map(rows.map((row) => [row.id, row]));
  await note(
    tx,
    run,
    'order',
    settled.flatMap((order) => {
      const row = mirrored.get(order.id);
      if (!row) return { id: order.id, fields: ['missing'] };
      // An order that the mirror (our copy of the platform's data) has marked as deleted is not recorded as a
      // difference. A read that is newer than the list page may have found the deletion.
      if (row.deletedAt) return [];
      return { id: order.id, fields: otherFields(Order.parse(row.header), order) };
    }),
  );
}

/**
 * Records drift (a difference between the mirror and the platform): the products of a list page that differ from their
 * rows in the mirror. The stock is left out, because it changes without a product event.
 */
export async function noteProductDrift(tx: Tx, run: SweepRun, products: readonly Product[]): Promise<void> {
  const settled = products.filter(({ updated_at }) => updated_at && isOld(updated_at, run));
  if (settled.length === 0) return;
  const mirrored = await findMirroredProducts(
    tx,
    run.installId,
    settled.map(({ id }) => id),
  );
  await note(
    tx,
    run,
    'product',
    settled.flatMap((product) => {
      const row = mirrored.get(product.id);
      if (!row) return { id: product.id, fields: ['missing'] };
      // If the list returned no variants for a product (A23), its variants cannot be compared. The variants of the
      // mirror are put in their place, so the variants do not count as a difference.
      const read = { ...product, variants: product.variants ?? row.variants };
      return { id: product.id, fields: otherFields(withoutStock(row), withoutStock(read)) };
    }),
  );
}

/**
 * Records drift (a difference between the mirror and the platform): the products that a list did not return, although
 * their ids were requested.
 */
export async function noteUnlisted(tx: Tx, run: SweepRun, ids: readonly ProductId[]): Promise<void> {
  await note(
    tx,
    run,
    'product',
    ids.map((id) => ({ id, fields: ['unlisted'] })),
  );
}

const isOld = (updatedAt: string, { startedAt }: SweepRun) =>
  Date.parse(updatedAt) < startedAt.getTime() - eventMayComeMs;

function withoutStock({ variants, ...product }: Product): Record<string, unknown> {
  return {
    ...product,
    variants: (variants ?? []).map((variant) => ({ ...variant, available_quantity: null })),
  };
}

/**
 * Returns the names of the fields whose values in `mirrored` (from the mirror) and `read` (from the platform) differ.
 * The field `updated_at` is left out.
 */
function otherFields(mirrored: object, read: object): string[] {
  const before: Record<string, unknown> = { ...mirrored };
  const after: Record<string, unknown> = { ...read };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
}

async function note(
  tx: Tx,
  { installId, resource, kind: foundBy }: Pick<SweepRun, 'installId' | 'resource' | 'kind'>,
  kind: 'order' | 'product',
  found: readonly { id: string; fields: string[] }[],
): Promise<void> {
  const drifted = found.filter(({ fields }) => fields.length > 0);
  const known = await markedAmong(
    tx,
    installId,
    kind,
    drifted.map(({ id }) => id),
  );
  await tx.drift.createMany({
    data: drifted
      .filter(({ id }) => !known.has(id))
      .map(({ id: entityId, fields }) => ({
        installId,
        id: randomUUID(),
        resource,
        entityId,
        foundBy,
        fields,
      })),
  });
}

/**
 * Returns the ids of the entities with a dirty mark (a row for data that must be read). The app has already recorded
 * that these entities changed, and only their reads are late. Such a delay does not count as drift (a difference
 * between mirror and platform).
 */
async function markedAmong(tx: Tx, installId: InstallId, kind: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.dirtyMark.findMany({
    where: { installId, kind, entityId: { in: ids } },
    select: { entityId: true },
  });
  return new Set(rows.map(({ entityId }) => entityId));
}

/**
 * Records the drift (differences between the mirror and the platform) of one order with its detail. `order` is null if
 * the platform does not have the order. Call this before the order is written to the mirror.
 */
export async function noteDetailDrift(
  tx: Tx,
  run: SweepRun,
  id: OrderId,
  order: OrderDetail | null,
): Promise<void> {
  const { installId } = run;
  const row = await tx.mirrorOrder.findFirst({
    where: { installId, id, deletedAt: null },
    select: { installId: true, id: true, header: true, detail: true, noteEnc: true },
  });
  if (!row?.detail) return;
  if (!order) return note(tx, run, 'order', [{ id, fields: ['deleted'] }]);
  if (!isOld(order.updated_at, run)) return;
  const { customer: _c, shipping_address: _a, ...read } = order;
  const mirrored = { ...Order.parse(row.header), ...openDetail(row) };
  await note(tx, run, 'order', [{ id, fields: otherFields(mirrored, read) }]);
}

/**
 * Records drift (a difference between the mirror and the platform): stock movements whose webhook event was wrong, and
 * stock movements that the platform's ledger does not contain.
 */
export async function noteMovementDrift(tx: Tx, run: SweepRun, ids: readonly string[]): Promise<void> {
  const { installId, resource, kind: foundBy } = run;
  await tx.drift.createMany({
    data: ids.map((entityId) => ({
      installId,
      id: randomUUID(),
      resource,
      entityId,
      foundBy,
      fields: ['event'],
    })),
  });
}
