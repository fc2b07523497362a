import 'server-only';
import type { BulkRequest, BulkWork, TargetVerdict } from '@/lib/operations/bulk/bulk-run';
import type { OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import type { FirstItem } from '@/lib/shared/orders/first-item';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/* Functions of other folders that lib/operations needs. lib/operations must not import those folders, because they
   import lib/operations. So callers pass the functions in; lib/kinds has the implementations. */

/**
 * Returns order numbers, keyed by order id. The result has no entry for an order that the mirror (our copy of the
 * platform's data) does not contain.
 */
export type FindOrderNumbers = (
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** A product variant, as the list of bulk items shows it. */
type NamedVariant = { productId: string; name: string | null; sku: string | null };

/**
 * Values that differ between the items of a bulk run. The values that are the same for all items are in the
 * run's input.
 */
export type ItemRequest = {
  trackingNumber: string | null;
  fulfillmentId: string | null;
  variantId: string | null;
  delta: number | null;
  note: string | null;
};

/** Functions of bulk runs that depend on the kind of the run, or that read orders and variants. */
export type BulkPorts = {
  /** Returns the request that is sent to the platform for one item of the bulk run. */
  operationOf(work: BulkWork, item: ItemRequest): { kind: string; body: unknown; scopes: readonly Scope[] };
  /**
   * Decides for each order or variant whether it is skipped, with the data of the mirror. The results have the sequence
   * of the request.
   */
  evaluateTargets(tx: Tx, installId: InstallId, request: BulkRequest): Promise<TargetVerdict[]>;
  findOrderNumbers: FindOrderNumbers;
  /**
   * Returns the first item of orders, keyed by order id. The result has no entry for an order whose items the mirror
   * does not contain.
   */
  findFirstItems(
    tx: Tx,
    installId: InstallId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, FirstItem>>;
  /**
   * Returns variants, keyed by id. The result has no entry for a variant that the mirror does not contain.
   */
  findVariants(
    tx: Tx,
    installId: InstallId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, NamedVariant>>;
};

/** Functions with which the Activity screen finds the orders and quotes of its entries. */
export type ActivityPorts = {
  kinds: OperationKinds;
  findOrderNumbers: FindOrderNumbers;
  /**
   * Returns the currencies of orders, keyed by order id. The result has no entry for an order that the mirror does not
   * contain.
   */
  findOrderCurrencies(
    tx: Tx,
    installId: InstallId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { currency: string; decimals: number }>>;
  /** Returns the ids of the orders whose number is exactly `typed`. */
  findOrdersByNumber(tx: Tx, installId: InstallId, typed: string): Promise<{ id: string }[]>;
  /** Returns the quotes from which the given operations create orders, keyed by operation id. */
  findQuotesOfOperations(
    tx: Tx,
    installId: InstallId,
    operationIds: string[],
  ): Promise<ReadonlyMap<string, { id: string; number: string | null }>>;
  /** Marks the order as changed. After the commit, the worker reads the order from the platform. */
  markOrderDirty(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void>;
};

/**
 * A sample item with arbitrary values. The app uses it to find the scopes that a bulk run needs, because the scopes do
 * not depend on the item.
 */
const anyItem: ItemRequest = {
  trackingNumber: null,
  fulfillmentId: null,
  variantId: 'any',
  delta: 1,
  note: null,
};

/**
 * Returns the first scope that the bulk run needs and the app does not have; undefined if the app has all needed
 * scopes.
 */
export function missingScopeOf(
  { operationOf }: Pick<BulkPorts, 'operationOf'>,
  work: BulkWork,
  granted: ReadonlySet<string>,
): Scope | undefined {
  return operationOf(work, anyItem).scopes.find((scope) => !granted.has(scope));
}
