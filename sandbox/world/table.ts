/** The changes of one transaction in one table: `put` has new and changed rows, `drop` has the ids of deleted rows. */
export type TableChanges = { put?: unknown[]; drop?: string[] };

/**
 * A table of rows by id. It records the changes since the last call of takeChanges. A changed row is stored
 * as a new object; rows are never edited in place.
 */
export class Table<Row extends { id: string }> {
  protected readonly rows = new Map<string, Row>();
  private readonly changed = new Set<string>();
  /**
   * Ids of rows that the journal does not contain yet. If one of these rows is deleted, its deletion need not be
   * written to the journal.
   */
  private readonly unwritten = new Set<string>();

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  /** Returns a row that must exist, because its id came from another row; throws if it does not exist. */
  need(id: string): Row {
    const row = this.get(id);
    if (!row) throw new Error(`no row ${id}`);
    return row;
  }

  put(row: Row): Row {
    if (!this.rows.has(row.id) && !this.changed.has(row.id)) this.unwritten.add(row.id);
    this.rows.set(row.id, row);
    this.changed.add(row.id);
    return row;
  }

  drop(id: string): void {
    if (!this.rows.delete(id)) return;
    if (this.unwritten.delete(id)) this.changed.delete(id);
    else this.changed.add(id);
  }

  values(): Row[] {
    return [...this.rows.values()];
  }

  /** Returns the rows in the sequence in which they were first put, without copying them. */
  each(): IterableIterator<Row> {
    return this.rows.values();
  }

  get size(): number {
    return this.rows.size;
  }

  takeChanges(): TableChanges | null {
    if (this.changed.size === 0) return null;
    const changes: TableChanges = {};
    for (const id of this.changed) {
      const row = this.rows.get(id);
      if (row) (changes.put ??= []).push(row);
      else (changes.drop ??= []).push(id);
    }
    this.changed.clear();
    this.unwritten.clear();
    return changes;
  }

  /**
   * Applies changes that takeChanges returned earlier. The type cast is safe, because a row in the journal was always
   * written by the table with the same name.
   */
  apply(changes: TableChanges): void {
    for (const row of changes.put ?? []) this.put(row as Row);
    for (const id of changes.drop ?? []) this.drop(id);
  }
}

type Dated = { id: string; store_id: string; created_at: string };

/** A list whose rows can be read by their index, such as an array. */
export type Rows<Row> = { readonly length: number; at(index: number): Row | undefined };

/** The rows of each store, sorted by (created_at, id), so that reading a page of a list needs no sorting. */
export class StoreLists<Row extends Dated> {
  private readonly byStore = new Map<string, Row[]>();

  /** Inserts a row in its store's list, or replaces it if it is already in the list. */
  put(row: Row): void {
    const list = this.byStore.get(row.store_id) ?? [];
    this.byStore.set(row.store_id, list);
    const position = positionOf(list, row);
    list.splice(position, list[position]?.id === row.id ? 1 : 0, row);
  }

  drop(row: Row): void {
    const list = this.byStore.get(row.store_id);
    if (list) list.splice(positionOf(list, row), 1);
  }

  storeIds(): string[] {
    return [...this.byStore.keys()];
  }

  /** Returns the rows of a store, oldest first. */
  inStore(storeId: string): readonly Row[] {
    return this.byStore.get(storeId) ?? [];
  }
}

/** A table whose rows have a date. For each store, the table also has a list of rows sorted by this date. */
export class DatedTable<Row extends Dated> extends Table<Row> {
  private readonly lists = new StoreLists<Row>();

  override put(row: Row): Row {
    this.lists.put(row);
    return super.put(row);
  }

  override drop(id: string): void {
    const row = this.rows.get(id);
    if (row) this.lists.drop(row);
    super.drop(id);
  }

  /** Returns the rows of a store, oldest first. */
  inStore(storeId: string): readonly Row[] {
    return this.lists.inStore(storeId);
  }
}

/**
 * Returns the index in `rows` at which the row with this created_at and id is or would be inserted. `rows` is sorted by
 * created_at, then by id.
 */
export function positionOf(rows: Rows<Dated>, place: { created_at: string; id: string }): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows.at(middle);
    if (row && comparePlace(row, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comparePlace(a: { created_at: string; id: string }, b: { created_at: string; id: string }): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}
