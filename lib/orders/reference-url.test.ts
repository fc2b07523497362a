import { describe, expect, it } from 'vitest';
import { referenceUrl } from '@/lib/orders/reference-url';

const origin = 'https://daftar.example.com';

describe('S15 ORD-9: the url of a reference', () => {
  it('is accepted on the origin of the app, and is stored in its parsed form', () => {
    expect(referenceUrl('https://daftar.example.com/q/7', origin)).toBe('https://daftar.example.com/q/7');
    expect(referenceUrl('HTTPS://DAFTAR.example.com:443/a b', origin)).toBe(
      'https://daftar.example.com/a%20b',
    );
    expect(referenceUrl(' https://daf\ntar.example.com/x ', origin)).toBe('https://daftar.example.com/x');
  });

  it.each([
    '',
    '/q/7',
    'daftar.example.com/q/7',
    '//daftar.example.com/q',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://daftar.example.com/x',
    'http://daftar.example.com/q',
    'https://daftar.example.com./q',
    'https://daftar.example.com:8443/q',
    'https://evil.example/q',
    'https://daftar.example.com@evil.example/',
    'https://user@daftar.example.com/q',
    'https://user:pass@daftar.example.com/q',
    'https://dаftar.example.com/q',
    'https://daftar.example.com.evil/q',
    'https://daftar。example。com.evil/q',
    'https:\\\\evil.example\\@daftar.example.com',
    'https://[::1]/q',
  ])('is refused: %j', (text) => expect(referenceUrl(text, origin)).toBeNull());

  it('A22: needs no https if the app itself is local', () => {
    expect(referenceUrl('http://localhost:3000/q', 'http://localhost:3000')).toBe('http://localhost:3000/q');
    expect(referenceUrl('http://daftar.test/q', 'http://daftar.test')).toBeNull();
  });
});
