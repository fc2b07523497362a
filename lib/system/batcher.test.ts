import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type BatcherOptions, createBatcher } from '@/lib/system/batcher';

type Options = Partial<BatcherOptions<number, number>>;

/** Records each batch that the batcher handles. A batch ends when the test calls `end` or `fail` of its record. */
function byHand(options: Options = {}) {
  const batches: { items: number[]; end(): void; fail(error: Error): void }[] = [];
  const add = createBatcher<number, number>({
    run: (items) =>
      new Promise((resolve, reject) =>
        batches.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject }),
      ),
    inFlightMax: 2,
    batchMax: { items: 3 },
    waitingMax: { items: 100 },
    ...options,
  });
  return { batches, add, run: () => batches.map(({ items }) => items) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('items that arrive one by one and are handled in batches', () => {
  it('a lone item is handled immediately; items that arrive while batches are in flight are handled together', async () => {
    const { batches, add, run } = byHand();
    const answers: Promise<number>[] = [];
    for (const item of [1, 2, 3, 4, 5, 6]) {
      answers.push(add(item));
      await settle();
    }
    expect(run()).toEqual([[1], [2]]);
    for (let index = 0; index < 4; index++) {
      batches[index]?.end();
      await settle();
    }
    expect(run()).toEqual([[1], [2], [3, 4, 5], [6]]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  it('items that arrive in one event-loop turn share a batch', async () => {
    const { add, run } = byHand();
    for (const item of [1, 2, 3, 4]) void add(item);
    await settle();
    expect(run()).toEqual([[1, 2, 3], [4]]);
  });

  it('the next batch starts before the callers of the finished batch are notified', async () => {
    const { batches, add, run } = byHand({ inFlightMax: 1 });
    const underWay = add(1).then(() => run());
    await settle();
    void add(2);
    batches[0]?.end();
    expect(await underWay).toEqual([[1], [2]]);
  });

  it('an item fails with its batch, and waiting items are still handled', async () => {
    const { batches, add } = byHand({ inFlightMax: 1, batchMax: { items: 1 } });
    const [first, second] = [add(1), add(2)];
    await settle();
    batches[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settle();
    batches[1]?.end();
    expect(await second).toBe(20);
  });

  it('a batch stays within the weight limit; a single item above the limit gets its own batch', async () => {
    const { batches, add, run } = byHand({
      inFlightMax: 1,
      batchMax: { items: 9, weight: 10 },
      weigh: (item) => item,
    });
    for (const item of [1, 6, 4, 1, 20, 2]) void add(item);
    for (let index = 0; index < 5; index++) {
      await settle();
      batches[index]?.end();
      await settle();
    }
    expect(run()).toEqual([[1, 6], [4, 1], [20], [2]]);
  });

  it('an item above the waiting limit, by count or by weight, is refused immediately', async () => {
    const { add } = byHand({ inFlightMax: 1, waitingMax: { items: 2, weight: 10 }, weigh: (item) => item });
    void add(1);
    await settle();
    void add(4);
    await expect(add(7)).rejects.toThrow('too many items are waiting');
    void add(6);
    await expect(add(0)).rejects.toThrow('too many items are waiting');
  });

  it('a batch is gathered for gatherMs even if nothing is in flight', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { batches, add, run } = byHand({ gatherMs: 20 });
    void add(1);
    vi.advanceTimersByTime(19);
    await settle();
    expect(run()).toEqual([]);
    void add(2);
    vi.advanceTimersByTime(1);
    expect(run()).toEqual([[1, 2]]);
    batches[0]?.end();
    vi.useRealTimers();
  });

  it('an item that makes its batch fail is the only one that fails; each other item is handled exactly once', async () => {
    const seed = Date.now() % 2 ** 31;
    console.log(`poison in batches: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), async (isPoison) => {
        const handled: number[] = [];
        const add = createBatcher<number, number>({
          async run(items) {
            await settle();
            if (items.some((item) => isPoison[item])) throw new Error('poison');
            handled.push(...items);
            return items;
          },
          inFlightMax: 2,
          batchMax: { items: 20 },
          waitingMax: { items: 100 },
          isOfOneItem: () => true,
        });
        const outcomes = await Promise.allSettled(isPoison.map((_, index) => add(index)));
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(isPoison);
        expect(handled.toSorted((a, b) => a - b)).toEqual(
          isPoison.flatMap((poison, index) => (poison ? [] : [index])),
        );
      }),
      { seed, numRuns: 200 },
    );
  });
});
