import type {
  AppRecord,
  AuthorizationRecord,
  CodeRecord,
  CounterRecord,
  CustomerRecord,
  DeliveryRecord,
  DiscountRecord,
  EffectRecord,
  EventRecord,
  IdempotencyRecord,
  InstallRecord,
  MovementRecord,
  ProductRecord,
  StoreRecord,
  SubscriptionRecord,
  TokenFamilyRecord,
  TokenRecord,
} from './records';
import type { Clock } from './clock';
import { OrderTable } from './order-table';
import { uuidOf } from './random';
import { DatedTable, Table, type TableChanges } from './table';

/** One transaction as the journal stores it: the changes, the number of ids that were created so far, and the time. */
export type WorldChanges = { ids: number; at: number; tables: Record<string, TableChanges> };

/**
 * The whole state of the simulated platform, in memory. The domain functions read rows from it and store rows in it.
 * This class uses no HTTP.
 */
export class World {
  readonly stores = new Table<StoreRecord>();
  readonly counters = new Table<CounterRecord>();
  readonly apps = new Table<AppRecord>();
  readonly installs = new Table<InstallRecord>();
  readonly tokenFamilies = new Table<TokenFamilyRecord>();
  readonly tokens = new Table<TokenRecord>();
  readonly authorizations = new Table<AuthorizationRecord>();
  readonly codes = new Table<CodeRecord>();
  readonly subscriptions = new Table<SubscriptionRecord>();
  readonly products = new DatedTable<ProductRecord>();
  readonly movements = new DatedTable<MovementRecord>();
  readonly orders = new OrderTable();
  readonly discounts = new DatedTable<DiscountRecord>();
  readonly customers = new Table<CustomerRecord>();
  readonly events = new Table<EventRecord>();
  readonly deliveries = new DeliveryTable();
  readonly idempotency = new Table<IdempotencyRecord>();
  readonly effects = new Table<EffectRecord>();
  private idsIssued = 0;

  constructor(
    readonly seed: string,
    readonly clock: Clock,
    /** The origin of the sandbox's URLs. Image URLs start with it. */
    readonly origin: string,
  ) {}

  nowMs(): number {
    return this.clock.now();
  }

  now(): string {
    return new Date(this.clock.now()).toISOString();
  }

  uuid(): string {
    return uuidOf(this.seed, ++this.idsIssued);
  }

  /** Creates an id with a prefix that shows the type of the record, for example ord_9f86d081884c7d65. */
  newId(prefix: string): string {
    return `${prefix}_${this.uuid().replaceAll('-', '').slice(0, 20)}`;
  }

  /**
   * Returns the changes of all tables since the last call; null if there are none. Call it between two transactions,
   * never during one.
   */
  takeChanges(): WorldChanges | null {
    const tables: Record<string, TableChanges> = {};
    for (const [name, table] of this.tables()) {
      const changes = table.takeChanges();
      if (changes) tables[name] = changes;
    }
    if (Object.keys(tables).length === 0) return null;
    return { ids: this.idsIssued, at: this.clock.now(), tables };
  }

  apply(changes: WorldChanges): void {
    this.idsIssued = changes.ids;
    this.clock.advance(Math.max(0, changes.at - this.clock.now()));
    for (const [name, table] of this.tables()) {
      const part = changes.tables[name];
      if (part) table.apply(part);
    }
  }

  private tables(): [string, Table<{ id: string }>][] {
    return Object.entries(this).filter(
      (entry): entry is [string, Table<{ id: string }>] => entry[1] instanceof Table,
    );
  }
}

/**
 * The table of webhook deliveries. It has an index of the pending deliveries, because a search among thousands of
 * finished deliveries would be slow.
 */
class DeliveryTable extends Table<DeliveryRecord> {
  private readonly pending = new Map<string, Map<string, DeliveryRecord>>();

  override put(row: DeliveryRecord): DeliveryRecord {
    const ofInstall = this.pending.get(row.install_id) ?? new Map<string, DeliveryRecord>();
    this.pending.set(row.install_id, ofInstall);
    if (row.status === 'pending') ofInstall.set(row.id, row);
    else ofInstall.delete(row.id);
    return super.put(row);
  }

  override drop(id: string): void {
    const row = this.rows.get(id);
    if (row) this.pending.get(row.install_id)?.delete(id);
    super.drop(id);
  }

  pendingOf(installId: string): DeliveryRecord[] {
    return [...(this.pending.get(installId)?.values() ?? [])];
  }
}
