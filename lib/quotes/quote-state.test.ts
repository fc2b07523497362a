import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canRetry,
  canRewrite,
  canWithdraw,
  type EvaluatedQuote,
  openStates,
  quoteStateOf,
  quoteStates,
} from './quote-state';

const now = new Date('2026-11-21T12:00:00Z');
const writes = [null, 'recorded', 'sending', 'unknown', 'needs_review', 'refused', 'succeeded'];
const quotes = fc.record<EvaluatedQuote>({
  state: fc.constantFrom(...quoteStates),
  expiresAt: fc.option(
    fc.integer({ min: -10, max: 10 }).map((hours) => new Date(now.getTime() + hours * 3_600_000)),
  ),
  orderWrite: fc.constantFrom(...writes),
});
const every = (holds: (quote: EvaluatedQuote) => void) =>
  fc.assert(fc.property(quotes, holds), { numRuns: 10_000 });

describe('where a quote is', () => {
  it('one whose time is over can be answered by nobody, whether or not a worker has come by', () => {
    every((quote) => {
      const isOver = quote.expiresAt !== null && quote.expiresAt <= now;
      const state = quoteStateOf(quote, now);
      if (isOver) expect(openStates).not.toContain(state);
      if (!openStates.includes(quoteStates.find((one) => one === quote.state) ?? 'draft'))
        expect(state).toBe(quote.state);
    });
  });

  it('is never written anew, retried or withdrawn while an order of it may be there', () => {
    every((quote) => {
      const mayBeOrdered =
        ['accepted', 'converted'].includes(quote.state) ||
        (quote.state === 'needs_attention' && quote.orderWrite !== 'refused');
      if (!mayBeOrdered) return;
      expect(canRewrite(quote, now)).toBe(false);
      expect(canRetry(quote)).toBe(false);
      expect(canWithdraw(quote, now)).toBe(false);
    });
  });

  it('every other one can be written anew, and what is open can be withdrawn', () => {
    every((quote) => {
      const state = quoteStateOf(quote, now);
      const isRefused = state === 'needs_attention' && quote.orderWrite === 'refused';
      expect(canRewrite(quote, now)).toBe(
        isRefused || !['accepted', 'converted', 'needs_attention'].includes(state),
      );
      expect(canWithdraw(quote, now)).toBe(isRefused || openStates.includes(state));
    });
  });

  it('a state that nobody knows is an error, not a guess', () => {
    expect(() => quoteStateOf({ state: 'half', expiresAt: null }, now)).toThrow('half');
  });
});
