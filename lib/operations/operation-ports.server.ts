import 'server-only';
import type { BulkRequest, BulkWork, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { InstallId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/*
 * What lib/operations needs from other nouns. Callers pass it in, so that the nouns that import lib/operations are not
 * imported by it. lib/kinds has the values.
 */

/** Order numbers by order id. Orders that are not known are left out. */
export type FindOrderNumbers = (
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** A variant as a row of a run shows it. */
type NamedVariant = { productId: string; name: string | null; sku: string | null };

/** Values of one item, in addition to the input of its run. */
export type ItemRequest = {
  trackingNumber: string | null;
  variantId: string | null;
  delta: number | null;
  note: string | null;
};

/** What bulk runs need from the nouns that they work on. */
export type BulkPorts = {
  /** What one item of the run requests from the platform. */
  operationOf(work: BulkWork, item: ItemRequest): { kind: string; body: unknown; scopes: readonly Scope[] };
  /** Evaluates each target with the mirror, in the order of the request. */
  evaluateTargets(tx: Tx, installId: InstallId, request: BulkRequest): Promise<TargetVerdict[]>;
  findOrderNumbers: FindOrderNumbers;
  /** Variants by id. Variants that are not known are left out. */
  findVariants(
    tx: Tx,
    installId: InstallId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, NamedVariant>>;
};

/** What the Activity screen needs from the nouns that its entries name. */
export type ActivityPorts = {
  kinds: OperationKinds;
  findOrderNumbers: FindOrderNumbers;
  /** Orders with exactly this number. */
  findOrdersByNumber(tx: Tx, installId: InstallId, typed: string): Promise<{ id: string }[]>;
  /** The quotes that these operations make the orders of, by operation id. */
  findQuotesOfOperations(
    tx: Tx,
    installId: InstallId,
    operationIds: string[],
  ): Promise<ReadonlyMap<string, { id: string; number: string | null }>>;
  /** Marks the order to be read again when the transaction commits. */
  markOrderDirty(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void>;
};

/** Placeholder item. No scope depends on its values. */
const anyItem: ItemRequest = { trackingNumber: null, variantId: 'any', delta: 1, note: null };

/** The first scope that is needed and not in effect; undefined if none is missing. */
export function missingScopeOf(
  { operationOf }: Pick<BulkPorts, 'operationOf'>,
  work: BulkWork,
  granted: ReadonlySet<string>,
): Scope | undefined {
  return operationOf(work, anyItem).scopes.find((scope) => !granted.has(scope));
}
