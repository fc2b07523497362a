import { type OrderStatus, orderStatuses } from 'commerce-platform-client/contract/orders';
import type { PastOrders } from './past-orders';
import type { OrderRecord } from './records';
import { type Rows, StoreLists, Table } from './table';

/** Filters for a list of orders. `tag` is in lower case; times are in milliseconds since the epoch. */
export type OrderFilter = {
  status?: OrderStatus | undefined;
  tag?: string | undefined;
  createdMinMs?: number | null;
  updatedMinMs?: number | null;
};

/** The orders of one store, oldest first. Most orders are generated from the seed when they are read. */
export interface OrderRows extends Rows<OrderRecord>, Iterable<OrderRecord> {
  map<Value>(project: (order: OrderRecord) => Value): Value[];
  filter(matches: (order: OrderRecord) => boolean): OrderRecord[];
  /** Returns the newest order for which `matches` returns true; undefined if there is none. */
  findLast(matches: (order: OrderRecord) => boolean): OrderRecord | undefined;
  /**
   * Returns a quick test for the order at a position of the list. If the test returns false, the order does not match
   * the filter, so the order need not be generated.
   */
  mayMatch(filter: OrderFilter): (index: number) => boolean;
}

/**
 * The orders of all stores. Past orders are generated from the seed and are stored only after they change. New orders
 * are always stored. The sandbox's clock is never earlier than the newest past order. In a list sorted by creation
 * time, new orders therefore come after all past orders.
 */
export class OrderTable extends Table<OrderRecord> {
  private readonly past = new Map<string, PastOrders>();
  private readonly later = new StoreLists<OrderRecord>();

  /** Sets the past orders of a store. Must be called before any other order of the store is stored with `put`. */
  begin(storeId: string, orders: PastOrders): void {
    this.past.set(storeId, orders);
  }

  override get(id: string): OrderRecord | undefined {
    const row = this.rows.get(id);
    if (row) return row;
    for (const orders of this.past.values()) {
      const index = orders.indexOf(id);
      if (index !== -1) return orders.at(index);
    }
    return undefined;
  }

  override put(row: OrderRecord): OrderRecord {
    const orders = this.past.get(row.store_id);
    const index = orders ? orders.indexOf(row.id) : -1;
    if (orders && index !== -1) orders.change(index, row);
    else this.later.put(row);
    return super.put(row);
  }

  override drop(id: string): void {
    throw new Error(`orders are never deleted: ${id}`);
  }

  override values(): OrderRecord[] {
    return [...this.each()];
  }

  override *each(): IterableIterator<OrderRecord> {
    const storeIds = new Set([...this.past.keys(), ...this.later.storeIds()]);
    for (const storeId of storeIds) yield* this.inStore(storeId);
  }

  override get size(): number {
    const storeIds = new Set([...this.past.keys(), ...this.later.storeIds()]);
    return [...storeIds].reduce((sum, storeId) => sum + this.inStore(storeId).length, 0);
  }

  inStore(storeId: string): OrderRows {
    return new StoreOrders(this.past.get(storeId), this.later.inStore(storeId));
  }
}

class StoreOrders implements OrderRows {
  private readonly pastCount: number;

  constructor(
    private readonly past: PastOrders | undefined,
    private readonly later: readonly OrderRecord[],
  ) {
    this.pastCount = past?.length ?? 0;
  }

  get length(): number {
    return this.pastCount + this.later.length;
  }

  at(index: number): OrderRecord | undefined {
    const place = index < 0 ? this.length + index : index;
    if (place < 0) return undefined;
    return place < this.pastCount ? this.past?.at(place) : this.later[place - this.pastCount];
  }

  *[Symbol.iterator](): Generator<OrderRecord> {
    for (let index = 0; index < this.length; index++) {
      const row = this.at(index);
      if (row) yield row;
    }
  }

  map<Value>(project: (order: OrderRecord) => Value): Value[] {
    return Array.from(this, (order) => project(order));
  }

  filter(matches: (order: OrderRecord) => boolean): OrderRecord[] {
    return [...this].filter(matches);
  }

  findLast(matches: (order: OrderRecord) => boolean): OrderRecord | undefined {
    for (let index = this.length - 1; index >= 0; index--) {
      const row = this.at(index);
      if (row && matches(row)) return row;
    }
    return undefined;
  }

  mayMatch(filter: OrderFilter): (index: number) => boolean {
    const { past, pastCount } = this;
    if (!past) return () => true;
    const status = filter.status === undefined ? -1 : orderStatuses.indexOf(filter.status);
    const tags = filter.tag === undefined ? null : past.tagCodes(filter.tag);
    const createdMinMs = filter.createdMinMs ?? Number.NEGATIVE_INFINITY;
    const updatedMinMs = filter.updatedMinMs ?? Number.NEGATIVE_INFINITY;
    const { statuses, tagOf, createdMs, updatedMs } = past.columns;
    return (index) =>
      index >= pastCount ||
      ((status === -1 || statuses[index] === status) &&
        (tags === null || tags.has(tagOf[index] ?? 0)) &&
        (createdMs[index] ?? 0) >= createdMinMs &&
        (updatedMs[index] ?? 0) >= updatedMinMs);
  }
}
