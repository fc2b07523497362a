import { describe, expect, it } from 'vitest';
import { classifyAttempt } from '@/lib/operations/sending/classify-attempt';
import { PlatformError } from '@/lib/platform/platform-error';

const failed = (
  status: number,
  code: string,
  more: { retryAfterSeconds?: number; replayed?: boolean; details?: Record<string, unknown> } = {},
) => new PlatformError('failed', { status, code, ...more });

describe('IDE-2 IDE-3: what may have happened is never sent under another key, and what was refused is never sent again', () => {
  it.each([
    [400, 'invalid_request'],
    [403, 'forbidden'],
    [404, 'variant_not_found'],
    [409, 'insufficient_stock'],
    [409, 'payment_method_disabled'],
    [409, 'variant_unavailable'],
    [413, 'payload_too_large'],
    [422, 'currency_not_allowed'],
  ])('%s %s is a refusal', (status, code) => {
    expect(classifyAttempt(failed(status, code), 1)).toEqual({ next: 'refused' });
  });

  it('a lost answer and a 5xx are resent with the same key, and the outcome is said to be uncertain', () => {
    for (const error of [failed(0, 'timed_out'), failed(0, 'unreachable'), failed(500, 'internal_error')])
      expect(classifyAttempt(error, 1)).toMatchObject({ next: 'resend', uncertain: true });
  });

  it('a 5xx out of the memory of the key is settled by reading (A20)', () => {
    expect(classifyAttempt(failed(500, 'internal_error', { replayed: true }), 1)).toEqual({
      next: 'reconcile',
    });
  });

  it('a success that cannot be read did happen: settled by reading, never resent', () => {
    expect(classifyAttempt(failed(201, 'bad_answer'), 1)).toEqual({ next: 'reconcile' });
  });

  it('a bare conflict is asked about again while the first may be in progress, then settled by reading', () => {
    expect(classifyAttempt(failed(409, 'conflict'), 1)).toMatchObject({ next: 'resend', uncertain: true });
    expect(classifyAttempt(failed(409, 'conflict'), 5)).toEqual({ next: 'reconcile' });
  });

  it('a conflict that says which rule it is, or comes from the memory of the key, is a refusal', () => {
    expect(classifyAttempt(failed(409, 'conflict', { details: { current_status: 'placed' } }), 1)).toEqual({
      next: 'refused',
    });
    expect(classifyAttempt(failed(409, 'conflict', { replayed: true }), 1)).toEqual({ next: 'refused' });
    expect(classifyAttempt(failed(409, 'webhook_not_subscribed'), 1)).toEqual({ next: 'refused' });
  });

  it('a first bare conflict is asked about at once, so that a person is told within their wait', () => {
    expect(classifyAttempt(failed(409, 'conflict'), 1)).toMatchObject({ afterSeconds: 0 });
    expect(classifyAttempt(failed(409, 'conflict'), 2)).toMatchObject({ afterSeconds: 2 });
  });

  it('what was never sent leaves no doubt', () => {
    expect(classifyAttempt(failed(0, 'not_sent'), 1)).toMatchObject({ next: 'resend', uncertain: false });
  });

  it('LIM-2: 429 waits exactly as long as Retry-After says', () => {
    expect(classifyAttempt(failed(429, 'rate_limited', { retryAfterSeconds: 17 }), 1)).toEqual({
      next: 'resend',
      afterSeconds: 17,
      uncertain: false,
    });
  });
});
