import {
  type AttemptOutcome,
  deliveryRequest,
  dueMs,
  nextDueMs,
  pruneDeliveries,
  recordAttempt,
  sendable,
} from '@/sandbox/domain/deliveries';
import type { EndpointPolicy } from '@/sandbox/domain/endpoint-policy';
import type { Variation } from '@/sandbox/domain/variation';
import type { DeliveryRecord } from '@/sandbox/world/records';
import type { World } from '@/sandbox/world/world';
import type { Fault, Faults } from './faults';
import { postDelivery, type Resolve, type Send } from './post-delivery';

type Posted = Awaited<ReturnType<typeof postDelivery>>;

type CourierOptions = {
  world: () => World;
  variation: () => Variation;
  faults: Faults;
  send: Send;
  resolve: Resolve;
  policy: EndpointPolicy;
  wallMs: () => number;
  sleep: (ms: number) => Promise<void>;
  /** Persists the changes. The courier calls it after each delivery attempt, before the next attempt starts. */
  persist: () => void;
};

/**
 * Sends webhook deliveries to the endpoints of installs. The deliveries of one install are sent one after another;
 * those of different installs are sent in parallel (DEL-2, A29).
 */
export class Courier {
  private readonly rounds = new Map<string, Promise<void>>();

  constructor(private readonly options: CourierOptions) {}

  /** Attempts every webhook delivery that is due. Resolves when all attempts are finished. */
  async deliverDue(): Promise<void> {
    const world = this.options.world();
    pruneDeliveries(world);
    await Promise.all(world.subscriptions.values().map((row) => this.roundOf(world, row.id)));
  }

  /**
   * Advances the clock by `stepMs`. Each time a webhook delivery becomes due, the clock first stops at that time, and
   * the delivery is attempted.
   */
  async advance(stepMs: number): Promise<void> {
    const world = this.options.world();
    const targetMs = world.nowMs() + stepMs;
    await this.deliverDue();
    for (let dueMs = nextDueMs(world); dueMs !== null && dueMs <= targetMs; dueMs = nextDueMs(world)) {
      world.clock.advance(Math.max(0, dueMs - world.nowMs()));
      await this.deliverDue();
    }
    world.clock.advance(Math.max(0, targetMs - world.nowMs()));
    pruneDeliveries(world);
  }

  /**
   * Sends one webhook delivery again, with a new signature, because a user requested it. If another request to the same
   * install is open, this function first waits for its end. Resolves with the response status, or null if there was no
   * response. The request is not counted or recorded as an attempt.
   */
  async resend(row: DeliveryRecord): Promise<number | null> {
    const world = this.options.world();
    if (!world.events.get(row.event_id)) return null;
    let running = this.rounds.get(row.install_id);
    for (; running; running = this.rounds.get(row.install_id)) await running;
    const sending = this.post(world, row)
      .then(({ status }) => status)
      .finally(() => this.rounds.delete(row.install_id));
    this.rounds.set(
      row.install_id,
      sending.then(() => undefined),
    );
    return sending;
  }

  private roundOf(world: World, installId: string): Promise<void> {
    const running = this.rounds.get(installId);
    if (running) return running;
    const round = this.run(world, installId).finally(() => this.rounds.delete(installId));
    this.rounds.set(installId, round);
    return round;
  }

  private async run(world: World, installId: string): Promise<void> {
    for (;;) {
      const due = sendable(world, installId).filter((row) => dueMs(row) <= world.nowMs());
      const first = due[0];
      if (!first) return;
      const fault = this.options.faults.take('delivery', first.topic);
      const row = fault?.effect === 'reorder' ? (due.at(-1) ?? first) : first;
      const outcome = await this.attempt(world, row, fault);
      recordAttempt(world, row.id, outcome);
      this.options.persist();
    }
  }

  private async attempt(world: World, row: DeliveryRecord, fault: Fault | null): Promise<AttemptOutcome> {
    const startMs = this.options.wallMs();
    const posted = await this.postThrough(fault, world, row);
    const duration = { duration_ms: this.options.wallMs() - startMs };
    return { ...posted, ...duration, ...(fault && { fault: fault.effect }) };
  }

  private async postThrough(fault: Fault | null, world: World, row: DeliveryRecord): Promise<Posted> {
    if (fault?.effect === 'status') return { status: fault.status ?? 503 };
    if (fault?.effect === 'drop_request') return { status: null };
    if (fault?.effect === 'delay') await this.options.sleep(fault.delay_ms ?? 1000);
    const posted = await this.post(world, row);
    if (fault?.effect === 'duplicate') await this.post(world, row);
    return fault?.effect === 'drop_response' ? { status: null } : posted;
  }

  private async post(world: World, row: DeliveryRecord): Promise<Posted> {
    const subscription = world.subscriptions.get(row.install_id);
    if (!subscription) return { status: null };
    const { wallMs, variation } = this.options;
    return postDelivery(deliveryRequest(world, row, subscription, wallMs(), variation()), this.options);
  }
}
