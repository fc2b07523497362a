/** What a transaction changed in one table; a row of null was deleted. */
export type TableChanges = { put?: unknown[]; drop?: string[] };

/** Rows by id, which remembers what changed since the journal last asked. Rows are replaced, never edited. */
export class Table<Row extends { id: string }> {
  protected readonly rows = new Map<string, Row>();
  private readonly changed = new Set<string>();
  /** Rows that no journal has seen: one that goes again leaves no trace. */
  private readonly unwritten = new Set<string>();

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  /** The row that is known to be there: its id came from another row. */
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

  /** Rows in the order they were first put, without a copy. */
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

  /** Takes back what takeChanges gave: the journal holds only rows that this table wrote. */
  apply(changes: TableChanges): void {
    for (const row of changes.put ?? []) this.put(row as Row);
    for (const id of changes.drop ?? []) this.drop(id);
  }
}

type Dated = { id: string; store_id: string; created_at: string };

/** Rows that are reached by their place; an array is one. */
export type Rows<Row> = { readonly length: number; at(index: number): Row | undefined };

/** Rows of stores, each store's kept by (created_at, id), so that a page of a list is a walk and not a sort. */
export class StoreLists<Row extends Dated> {
  private readonly byStore = new Map<string, Row[]>();

  /** A row that is listed already is replaced. */
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

  /** Oldest first. */
  inStore(storeId: string): readonly Row[] {
    return this.byStore.get(storeId) ?? [];
  }
}

/** A table of dated rows, with each store's in order. */
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

  /** Oldest first. */
  inStore(storeId: string): readonly Row[] {
    return this.lists.inStore(storeId);
  }
}

/** Index of the first row that does not sort before the given place. */
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
