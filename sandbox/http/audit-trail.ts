import type { FaultEffect } from '@/sandbox/world/records';

/** One API call in the merchant's audit trail (AUT-8). status is null when the call was never answered. */
export type AuditRow = {
  at: string;
  method: string;
  path: string;
  status: number | null;
  request_id: string;
  install_id: string | null;
  idempotency_key: string | null;
  /** The effect of the fault that was applied to the call. */
  fault?: FaultEffect;
};

const rowsMax = 20_000;

/**
 * The latest calls. They are in memory only, so a restart empties the trail. When it is full, the oldest rows are
 * deleted.
 */
export class AuditTrail {
  private rows: AuditRow[] = [];

  add(row: AuditRow): void {
    this.rows.push(row);
    if (this.rows.length > rowsMax * 1.1) this.rows = this.rows.slice(-rowsMax);
  }

  of(installId: string | undefined): AuditRow[] {
    return installId === undefined ? this.rows : this.rows.filter((row) => row.install_id === installId);
  }

  clear(): void {
    this.rows = [];
  }
}
