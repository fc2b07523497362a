import type { DeliveryRecord } from './records';
import { Table } from './table';

/** Deliveries with an index of the pending ones, so that thousands of delivered rows do not slow the next attempt. */
export class DeliveryTable extends Table<DeliveryRecord> {
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
