import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signDelivery, verifySignature } from './signature';

const body = Buffer.from('{"id":"evt_1","data":{"note":"قميص"}}', 'utf8');
const signature = signDelivery('current', '1700000000', body);

describe('EVT-6 EVT-7: a delivery is accepted only with its own signature', () => {
  it('M1: accepts a signature by the current or the previous secret (EVT-8)', () => {
    expect(verifySignature(['current'], '1700000000', body, signature)).toBe(true);
    expect(verifySignature(['new', 'current'], '1700000000', body, signature)).toBe(true);
    expect(verifySignature(['new', 'newer'], '1700000000', body, signature)).toBe(false);
    expect(verifySignature([], '1700000000', body, signature)).toBe(false);
  });

  it('refuses everything except 64 hex digits', () => {
    for (const bad of [
      '',
      'x'.repeat(64),
      signature.slice(0, 63),
      `${signature}0`,
      ` ${signature}`,
      `0x${signature}`,
    ])
      expect(verifySignature(['current'], '1700000000', body, bad)).toBe(false);
  });

  it('refuses every change of one bit in body, signature or timestamp', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(body);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        return !verifySignature(['current'], '1700000000', changed, signature);
      }),
      { numRuns: 1_000 },
    );
    for (let bit = 0; bit < 256; bit += 1) {
      const changed = Buffer.from(signature, 'hex');
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifySignature(['current'], '1700000000', body, changed.toString('hex')), `bit ${bit}`).toBe(
        false,
      );
    }
    expect(verifySignature(['current'], '1700000001', body, signature)).toBe(false);
  });
});
