import { budgetWindowSeconds, invalidTokenBudgetPerMinute } from '@/lib/platform/assumptions';

/** platform: Limits. */
export const requestsPerMinute = 180;
export const writesPerMinute = 60;
const windowMs = budgetWindowSeconds * 1000;
const testsPerWindow = 30;
const testWindowMs = 10 * 60_000;

/** Recent calls per budget name. They are in memory only, because a restart takes about as long as a budget window. */
export class Budgets {
  private readonly spent = new Map<string, number[]>();

  /**
   * Takes one request (and one write) from an install's budgets. Returns null if there was room, otherwise the whole
   * seconds to wait. A refused call takes nothing.
   */
  takeRequest(installId: string, write: boolean, nowMs: number): number | null {
    const wanted: [string, number][] = [[`requests ${installId}`, requestsPerMinute]];
    if (write) wanted.push([`writes ${installId}`, writesPerMinute]);
    const waitMs = Math.max(...wanted.map(([name, limit]) => this.waitMs(name, limit, nowMs)));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const [name] of wanted) this.recent(name, nowMs).push(nowMs);
    return null;
  }

  /** Like takeRequest, for an invalid token from an address (AUT-7, A13). */
  takeInvalidToken(address: string, nowMs: number): number | null {
    const name = `tokens ${address}`;
    const waitMs = this.waitMs(name, invalidTokenBudgetPerMinute, nowMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.recent(name, nowMs).push(nowMs);
    return null;
  }

  /** Like takeRequest, for a test delivery of an install (WHK-5). */
  takeTestDelivery(installId: string, nowMs: number): number | null {
    const name = `tests ${installId}`;
    const waitMs = this.waitMs(name, testsPerWindow, nowMs, testWindowMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.recent(name, nowMs, testWindowMs).push(nowMs);
    return null;
  }

  /** Number of budgets in memory. */
  get size(): number {
    return this.spent.size;
  }

  /** Deletes budgets without recent calls, so that past addresses and installs use no memory. */
  forgetPast(nowMs: number): void {
    for (const [name, calls] of this.spent)
      if ((calls.at(-1) ?? 0) <= nowMs - testWindowMs) this.spent.delete(name);
  }

  private waitMs(name: string, limit: number, nowMs: number, spanMs = windowMs): number {
    const calls = this.recent(name, nowMs, spanMs);
    const blocking = calls[calls.length - limit];
    return blocking === undefined ? 0 : blocking + spanMs - nowMs;
  }

  private recent(name: string, nowMs: number, spanMs = windowMs): number[] {
    const calls = this.spent.get(name) ?? [];
    const first = calls.findIndex((at) => at > nowMs - spanMs);
    calls.splice(0, first === -1 ? calls.length : first);
    this.spent.set(name, calls);
    return calls;
  }
}
