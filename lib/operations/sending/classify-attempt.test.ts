import { describe, expect, it } from 'vitest';
import { classifyAttempt } from '@/lib/operations/sending/classify-attempt';
import { PlatformError } from 'commerce-platform-client/platform-error';

const failed = (
  status: number,
  code: string,
  more: { retryAfterSeconds?: number; replayed?: boolean; details?: Record<string, unknown> } = {},
) => new PlatformError('failed', { status, code, ...more });

describe('S29 IDE-2 IDE-3: a write that may have happened is never sent with another idempotency key, and a refused write is never sent again', () => {
  it.each([
    [400, 'invalid_request'],
    [403, 'forbidden'],
    [404, 'variant_not_found'],
    [409, 'insufficient_stock'],
    [409, 'payment_method_disabled'],
    [409, 'variant_unavailable'],
    [413, 'payload_too_large'],
    [422, 'currency_not_allowed'],
  ])('%s %s is classified as refused', (status, code) => {
    expect(classifyAttempt(failed(status, code), 1)).toEqual({ next: 'refused' });
  });

  it('after a lost response or a 5xx, the write is resent with the same key, and its outcome is marked as uncertain', () => {
    for (const error of [failed(0, 'timed_out'), failed(0, 'unreachable'), failed(500, 'internal_error')])
      expect(classifyAttempt(error, 1)).toMatchObject({ next: 'resend', uncertain: true });
  });

  it.each([
    [90, 90],
    [86_400, 300],
  ])('a 503 with a Retry-After of %i s is resent after %i s', (retryAfterSeconds, afterSeconds) => {
    expect(classifyAttempt(failed(503, 'internal_error', { retryAfterSeconds }), 1)).toEqual({
      next: 'resend',
      afterSeconds,
      uncertain: true,
    });
  });

  it('a 5xx that is replayed for the key is reconciled by reading (A20)', () => {
    expect(classifyAttempt(failed(500, 'internal_error', { replayed: true }), 1)).toEqual({
      next: 'reconcile',
    });
  });

  it('a write whose 2xx response cannot be parsed took effect, so it is reconciled by reading and never resent', () => {
    expect(classifyAttempt(failed(201, 'bad_answer'), 1)).toEqual({ next: 'reconcile' });
  });

  it('a 409 that names no rule is resent while the first request may be in progress, then reconciled by reading', () => {
    expect(classifyAttempt(failed(409, 'conflict'), 1)).toMatchObject({ next: 'resend', uncertain: true });
    expect(classifyAttempt(failed(409, 'conflict'), 5)).toEqual({ next: 'reconcile' });
  });

  it('a conflict that names the violated rule, or is replayed for the key, is classified as refused', () => {
    expect(classifyAttempt(failed(409, 'conflict', { details: { current_status: 'placed' } }), 1)).toEqual({
      next: 'refused',
    });
    expect(classifyAttempt(failed(409, 'conflict', { replayed: true }), 1)).toEqual({ next: 'refused' });
    expect(classifyAttempt(failed(409, 'webhook_not_subscribed'), 1)).toEqual({ next: 'refused' });
  });

  it('the first 409 that names no rule is resent immediately, so that the user gets an answer within the waiting time', () => {
    expect(classifyAttempt(failed(409, 'conflict'), 1)).toMatchObject({ afterSeconds: 0 });
    expect(classifyAttempt(failed(409, 'conflict'), 2)).toMatchObject({ afterSeconds: 2 });
  });

  it('a request that was never sent does not make the outcome uncertain', () => {
    expect(classifyAttempt(failed(0, 'not_sent'), 1)).toMatchObject({ next: 'resend', uncertain: false });
  });

  it('LIM-2: after a 429, the next attempt waits exactly as long as Retry-After says', () => {
    expect(classifyAttempt(failed(429, 'rate_limited', { retryAfterSeconds: 17 }), 1)).toEqual({
      next: 'resend',
      afterSeconds: 17,
      uncertain: false,
    });
  });
});
