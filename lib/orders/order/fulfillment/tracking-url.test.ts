import { describe, expect, it } from 'vitest';
import { trackingUrlOf } from './tracking-url';

describe('the tracking link of a shipment', () => {
  it.each([
    ['https://express.sy/t/{tracking}', 'TRK-1', 'https://express.sy/t/TRK-1'],
    ['https://express.sy/?n={tracking}&l=ar', ' a b&c=d#e ', 'https://express.sy/?n=a%20b%26c%3Dd%23e&l=ar'],
    ['https://express.sy/t/{tracking}', '../../x', 'https://express.sy/t/..%2F..%2Fx'],
    ['https://express.sy/t/{tracking}', '$&', 'https://express.sy/t/%24%26'],
    ['https://express.sy/t/{tracking}', '١٢', 'https://express.sy/t/%D9%A1%D9%A2'],
  ])('puts the number into the address as one part: %s with %s', (template, number, expected) => {
    expect(trackingUrlOf(template, number)).toBe(expected);
  });

  it.each([
    ['http://express.sy/{tracking}', '1'],
    ['javascript:alert({tracking})', '1'],
    ['https://user:pass@express.sy/{tracking}', '1'],
    ['https://{tracking}.express.sy/', 'evil'],
    ['https://{tracking}', 'evil.example'],
    ['express.sy/{tracking}', '1'],
    ['https://express.sy/{tracking}', '  '],
    ['https://express.sy/{tracking}', '\uD800'],
  ])('is left out if the address is unsafe or the number is empty: %s with %s', (template, number) => {
    expect(trackingUrlOf(template, number)).toBeNull();
  });
});
