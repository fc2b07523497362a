import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherChanges, planRefetch, type Refetch } from './gather-changes';
import type { LiveChange } from '@/lib/shared/live/live-change';

const order = (id: string): LiveChange => ({ kind: 'order', id });
const many: LiveChange = { kind: 'many', id: '' };

describe('planRefetch', () => {
  it.each<[string, LiveChange[], Partial<Refetch>]>([
    ['one order: reads the lists and that order', [order('a')], { lists: true, orderIds: ['a'] }],
    ['one order twice: reads that order once', [order('a'), order('a')], { lists: true, orderIds: ['a'] }],
    ['a page of a sweep of orders: reads the lists', [{ kind: 'sync', id: 'orders' }], { lists: true }],
    ['a page of a sweep of products: reads no list of orders', [{ kind: 'sync', id: 'products' }], {}],
    [
      'many: reads everything, without a list of single orders',
      [order('a'), many],
      { lists: true, everything: true, runs: true, quotes: true },
    ],
    ['an operation: reads nothing', [{ kind: 'operation', id: 'x' }], {}],
    ['a bulk run: reads the runs, but no list', [{ kind: 'bulk_run', id: 'x' }], { runs: true }],
    ['a quote: reads the quotes, but no list of orders', [{ kind: 'quote', id: 'x' }], { quotes: true }],
    [
      'a role: reads all data and the role, but does not render the page, because the user may be typing',
      [{ kind: 'role', id: '' }],
      { lists: true, everything: true, role: true, runs: true, quotes: true },
    ],
    ['the install: also renders the page', [{ kind: 'install', id: 'x' }], { page: true, lists: true }],
  ])('%s', (_, changes, plan) => {
    const none = {
      page: false,
      everything: false,
      role: false,
      lists: false,
      runs: false,
      quotes: false,
      orderIds: [],
    };
    expect(planRefetch(changes)).toEqual({ ...none, ...plan });
  });
});

describe('a burst of live changes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('with 1,000 changes within a second causes at most three refetches of the lists and loses no change', () => {
    const plans: Refetch[] = [];
    const gathering = gatherChanges((changes) => plans.push(planRefetch(changes)));
    for (let n = 0; n < 1_000; n++) {
      gathering.add([order(String(n))]);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(10_000);
    expect(plans.length).toBeLessThanOrEqual(3);
    expect(plans.flatMap(({ orderIds }) => orderIds)).toHaveLength(1_000);
  });

  it('passes the first change on immediately, and the last change after 500 ms', () => {
    const passedAt: number[] = [];
    const gathering = gatherChanges(() => passedAt.push(Date.now()));
    const from = Date.now();
    gathering.add([order('a')]);
    vi.advanceTimersByTime(1);
    gathering.add([order('b')]);
    vi.advanceTimersByTime(600);
    expect(passedAt.map((at) => at - from)).toEqual([0, 500]);
    vi.advanceTimersByTime(60_000);
    expect(passedAt).toHaveLength(2);
  });

  it('is not passed on after the screen is closed', () => {
    const passed = vi.fn();
    const gathering = gatherChanges(passed);
    gathering.add([order('a')]);
    gathering.stop();
    vi.advanceTimersByTime(60_000);
    expect(passed).not.toHaveBeenCalled();
  });
});
