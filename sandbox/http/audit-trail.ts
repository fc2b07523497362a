import type { FaultEffect } from '@/sandbox/world/records';

/**
 * One API call in the audit trail that the merchant sees (AUT-8). `status` is null if the platform sent no response to
 * the call.
 */
export type AuditRow = {
  at: string;
  method: string;
  path: string;
  status: number | null;
  request_id: string;
  install_id: string | null;
  idempotency_key: string | null;
  /** What a simulated fault did to the call; unset if no fault was applied. */
  fault?: FaultEffect;
};

const rowsMax = 20_000;

/**
 * The latest API calls of all installs. The sandbox keeps them in memory only, so a restart deletes them. If the list
 * is full, the oldest calls are deleted.
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
