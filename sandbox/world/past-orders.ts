import { orderStatuses } from 'commerce-platform-client/contract/orders';
import type { OrderRecord } from './records';
import { ShuffledIds } from './shuffled-ids';

/**
 * The fields that are used to filter lists of past orders, as one array per field. A million orders can then
 * be scanned in milliseconds.
 */
export type OrderColumns = {
  /** The status of each order, as an index into the contract's list of statuses. */
  statuses: Uint8Array;
  /**
   * The tag of each order, as its position in the list of tags, starting at 1; 0 if the order has no tag. The value
   * `changedTags` means that the order was changed later and may have any tags.
   */
  tagOf: Uint8Array;
  createdMs: Float64Array;
  updatedMs: Float64Array;
};

const changedTags = 255;

/** The fields of a past order that can be read before the whole order is generated. */
export type OrderHead = Pick<OrderRecord, 'status'> & { tag: number; createdMs: number; updatedMs: number };

/**
 * The orders that a store had before the sandbox started. Each order is generated when it is read, always with the same
 * result. Only orders that changed later are stored.
 */
export class PastOrders {
  readonly columns: OrderColumns;
  private readonly changed = new Map<number, OrderRecord>();
  private readonly ids: ShuffledIds;

  constructor(
    seed: string,
    readonly length: number,
    private readonly tags: readonly string[],
    headOf: (index: number) => OrderHead,
    private readonly generate: (index: number, digits: string) => OrderRecord,
  ) {
    this.ids = new ShuffledIds(seed, length);
    this.columns = {
      statuses: new Uint8Array(length),
      tagOf: new Uint8Array(length),
      createdMs: new Float64Array(length),
      updatedMs: new Float64Array(length),
    };
    for (let index = 0; index < length; index++) {
      const head = headOf(index);
      this.columns.statuses[index] = orderStatuses.indexOf(head.status);
      this.columns.tagOf[index] = head.tag;
      this.columns.createdMs[index] = head.createdMs;
      this.columns.updatedMs[index] = head.updatedMs;
    }
  }

  at(index: number): OrderRecord | undefined {
    if (index >= this.length) return undefined;
    return this.changed.get(index) ?? this.generate(index, this.ids.digitsOf(index));
  }

  /** Returns the index of a past order by its id; -1 if no past order has the id. */
  indexOf(id: string): number {
    return id.startsWith('ord_') ? this.ids.numberOf(id.slice(4)) : -1;
  }

  change(index: number, row: OrderRecord): void {
    this.changed.set(index, row);
    this.columns.statuses[index] = orderStatuses.indexOf(row.status);
    this.columns.tagOf[index] = changedTags;
    this.columns.updatedMs[index] = Date.parse(row.updated_at);
  }

  /**
   * Returns the values of `columns.tagOf` that an order with this tag (in lower case) can have. One value is the
   * position of the tag. The other value is `changedTags`, because a changed order may have any tags.
   */
  tagCodes(tag: string): ReadonlySet<number> {
    const place = this.tags.findIndex((rowTag) => rowTag.toLowerCase() === tag);
    return new Set(place === -1 ? [changedTags] : [changedTags, place + 1]);
  }
}
