import { budgetWindowSeconds, invalidTokenBudgetPerMinute } from 'commerce-platform-client/assumptions';

/** The request and write limits of an install per minute (platform: Limits). */
export const requestsPerMinute = 180;
export const writesPerMinute = 60;
const windowMs = budgetWindowSeconds * 1000;
const testsPerWindow = 30;
const testWindowMs = 10 * 60_000;

/**
 * The recent calls that count against each request budget. They are in memory only, so all budgets are unused after a
 * restart of the sandbox.
 */
export class Budgets {
  private readonly spent = new Map<string, number[]>();

  /**
   * Charges a request to the request budget of an install, and to its write budget if `write` is true. Returns null if
   * the budgets allow the request. If they do not, the request is not charged, and the function returns the number of
   * whole seconds to wait.
   */
  takeRequest(installId: string, write: boolean, nowMs: number): number | null {
    const wanted: [string, number][] = [[`requests ${installId}`, requestsPerMinute]];
    if (write) wanted.push([`writes ${installId}`, writesPerMinute]);
    const waitMs = Math.max(...wanted.map(([name, limit]) => this.waitMs(name, limit, nowMs)));
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    for (const [name] of wanted) this.recent(name, nowMs).push(nowMs);
    return null;
  }

  /**
   * Charges one request with an invalid token to the budget of the client address (AUT-7, A13). Returns null if the
   * budget allows the request. If it does not, returns the number of whole seconds to wait.
   */
  takeInvalidToken(address: string, nowMs: number): number | null {
    const name = `tokens ${address}`;
    const waitMs = this.waitMs(name, invalidTokenBudgetPerMinute, nowMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.recent(name, nowMs).push(nowMs);
    return null;
  }

  /**
   * Charges one test delivery to the budget that an install has for test deliveries (WHK-5). Returns null if the budget
   * allows the delivery. If it does not, returns the number of whole seconds to wait.
   */
  takeTestDelivery(installId: string, nowMs: number): number | null {
    const name = `tests ${installId}`;
    const waitMs = this.waitMs(name, testsPerWindow, nowMs, testWindowMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.recent(name, nowMs, testWindowMs).push(nowMs);
    return null;
  }

  /** Number of budgets that are in memory. */
  get size(): number {
    return this.spent.size;
  }

  /**
   * Deletes budgets without a recent call. If they were kept, client addresses and installs that no longer send
   * requests would use memory forever.
   */
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
