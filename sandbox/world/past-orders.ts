import { orderStatuses } from '@/lib/platform/contract/orders';
import type { OrderRecord } from './records';
import { ShuffledIds } from './shuffled-ids';

/** What lists are narrowed by, one entry per order, so that a million can be looked over in milliseconds. */
export type OrderColumns = {
  /** Index in the contract's list of statuses. */
  statuses: Uint8Array;
  /** Index in the list of tags plus one; 0 none; changedTags where a merchant or an app set others. */
  tagOf: Uint8Array;
  createdMs: Float64Array;
  updatedMs: Float64Array;
};

const changedTags = 255;

/** What is known of a past order before it is drawn. */
export type OrderHead = Pick<OrderRecord, 'status'> & { tag: number; createdMs: number; updatedMs: number };

/**
 * The orders a store had before the world began: each is drawn when it is read, the same every time, and only
 * those that changed since are held.
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

  /** -1 when it is none of these. */
  indexOf(id: string): number {
    return id.startsWith('ord_') ? this.ids.numberOf(id.slice(4)) : -1;
  }

  change(index: number, row: OrderRecord): void {
    this.changed.set(index, row);
    this.columns.statuses[index] = orderStatuses.indexOf(row.status);
    this.columns.tagOf[index] = changedTags;
    this.columns.updatedMs[index] = Date.parse(row.updated_at);
  }

  /** The codes in the column under which a tag (in lower case) may be found. */
  tagCodes(tag: string): ReadonlySet<number> {
    const place = this.tags.findIndex((rowTag) => rowTag.toLowerCase() === tag);
    return new Set(place === -1 ? [changedTags] : [changedTags, place + 1]);
  }
}
