import 'server-only';
import type { BulkRequest, BulkWork, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import type { Scope } from '@/lib/platform/contract/scopes';
import type { InstallId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/*
 * Functions that lib/operations needs from other folders. Those folders import lib/operations, so lib/operations cannot
 * import them. Callers pass the functions in; lib/kinds has the implementations.
 */

/** Returns order numbers by order id. Orders that the mirror does not know are left out. */
export type FindOrderNumbers = (
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** A product variant as the list of bulk items shows it. */
type NamedVariant = { productId: string; name: string | null; sku: string | null };

/** Values of one bulk item, in addition to the input of its run. */
export type ItemRequest = {
  trackingNumber: string | null;
  fulfillmentId: string | null;
  variantId: string | null;
  delta: number | null;
  note: string | null;
};

/** Functions that bulk runs need for orders and variants. */
export type BulkPorts = {
  /** Returns the request to the platform for one item of the bulk run. */
  operationOf(work: BulkWork, item: ItemRequest): { kind: string; body: unknown; scopes: readonly Scope[] };
  /** Evaluates each order or variant with the data of the mirror. The results are in the order of the request. */
  evaluateTargets(tx: Tx, installId: InstallId, request: BulkRequest): Promise<TargetVerdict[]>;
  findOrderNumbers: FindOrderNumbers;
  /** Returns variants by id. Variants that the mirror does not know are left out. */
  findVariants(
    tx: Tx,
    installId: InstallId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, NamedVariant>>;
};

/** Functions that the Activity screen needs for the orders and quotes of its entries. */
export type ActivityPorts = {
  kinds: OperationKinds;
  findOrderNumbers: FindOrderNumbers;
  /** Returns the ids of the sales orders with exactly this number. */
  findOrdersByNumber(tx: Tx, installId: InstallId, typed: string): Promise<{ id: string }[]>;
  /** Returns the quotes from which these operations create orders, by operation id. */
  findQuotesOfOperations(
    tx: Tx,
    installId: InstallId,
    operationIds: string[],
  ): Promise<ReadonlyMap<string, { id: string; number: string | null }>>;
  /** Marks the sales order as dirty, so that the worker reads it again after the commit. */
  markOrderDirty(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void>;
};

/**
 * Placeholder item for finding the scopes of a bulk run. Any item will do, because the scopes do not depend on its
 * values.
 */
const anyItem: ItemRequest = {
  trackingNumber: null,
  fulfillmentId: null,
  variantId: 'any',
  delta: 1,
  note: null,
};

/** Returns the first scope that the bulk run needs and that is not in effect; undefined if none is missing. */
export function missingScopeOf(
  { operationOf }: Pick<BulkPorts, 'operationOf'>,
  work: BulkWork,
  granted: ReadonlySet<string>,
): Scope | undefined {
  return operationOf(work, anyItem).scopes.find((scope) => !granted.has(scope));
}
