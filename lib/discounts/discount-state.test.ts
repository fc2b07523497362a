import { describe, expect, it } from 'vitest';
import { discountState, type DiscountState, type DiscountTerms } from './discount-state';

const now = new Date('2026-11-21T12:00:00Z');
const before = '2026-11-21T11:59:59Z';
const after = '2026-11-21T12:00:01Z';
const full = { usage_limit_total: 5, used_count: 5 };

describe('DIS-2: the state of a discount', () => {
  it.each<[string, DiscountTerms, DiscountState]>([
    ['switched on, no dates', { is_active: true }, 'active'],
    ['within its dates', { is_active: true, starts_at: before, ends_at: after }, 'active'],
    ['from this very moment', { is_active: true, starts_at: now.toISOString() }, 'active'],
    ['later', { is_active: true, starts_at: after }, 'scheduled'],
    ['later, by its date alone', { starts_at: after }, 'scheduled'],
    ['over', { is_active: true, ends_at: before }, 'ended'],
    ['over at this very moment', { is_active: true, ends_at: now.toISOString() }, 'ended'],
    ['over, and switched off with it', { is_active: false, ends_at: before }, 'ended'],
    ['over before it was used up', { ...full, is_active: true, ends_at: before }, 'ended'],
    ['used as often as it may be', { ...full, is_active: true }, 'used_up'],
    ['used more often than it may be', { is_active: true, usage_limit_total: 5, used_count: 6 }, 'used_up'],
    ['never to be used', { is_active: true, usage_limit_total: 0, used_count: 0 }, 'used_up'],
    ['one use left', { is_active: true, usage_limit_total: 5, used_count: 4 }, 'active'],
    ['without a limit', { is_active: true, usage_limit_total: null, used_count: 900 }, 'active'],
    ['limited, but nobody says how often it was used', { is_active: true, usage_limit_total: 5 }, 'active'],
    ['switched off', { is_active: false }, 'off'],
    ['switched off before its beginning', { is_active: false, starts_at: after }, 'off'],
    ['all that is known is that it is there', {}, 'unknown'],
    ['null wherever it may be', { is_active: null, starts_at: null, ends_at: null }, 'unknown'],
  ])('%s', (_, terms, state) => {
    expect(discountState(terms, now)).toBe(state);
  });
});
