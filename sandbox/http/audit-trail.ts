import type { FaultEffect } from '@/sandbox/world/records';

/** One call of the API as the merchant's audit trail has it (AUT-8). A status of null: it was never answered. */
export type AuditRow = {
  at: string;
  method: string;
  path: string;
  status: number | null;
  request_id: string;
  install_id: string | null;
  idempotency_key: string | null;
  /** The effect of the fault that struck the call. */
  fault?: FaultEffect;
};

const rowsMax = 20_000;

/** The latest calls; in memory alone, a restart begins an empty one. Full, it forgets the oldest. */
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
