import { describe, expect, it } from 'vitest';
import { pathInInstall, returnPath } from '@/lib/installs/sign-in/return-path';
import { InstallId } from 'commerce-platform-client/contract/ids';

const installId = InstallId.parse('ins_1');

describe('S3: signing in never redirects outside the install', () => {
  it.each([
    null,
    '',
    '//evil.example',
    'https://evil.example/i/ins_1',
    'https:\\\\evil.example',
    '\\\\evil.example',
    'app@evil.example',
    '%2eevil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '/i/ins_1/../../evil',
    '/i/ins_1/..%2f..%2fevil',
    '/i/ins_2/orders',
    '/i/ins_10/orders',
    '/api/i/ins_1/orders',
    '/i/ins_1//evil.example',
    '/i/ins_1/orders#//evil',
    '/i/ins_1/\torders',
  ])('%j redirects to the orders of the install', (given) => {
    expect(returnPath(given, installId)).toBe('/i/ins_1/orders');
  });

  it('a page of the install is accepted, with its query', () => {
    expect(returnPath('/i/ins_1/orders/ord_7?tag=x', installId)).toBe('/i/ins_1/orders/ord_7?tag=x');
    expect(returnPath('/i/ins_1', installId)).toBe('/i/ins_1');
  });
});

describe('a path of an earlier install', () => {
  it.each([
    ['/i/ins_1/quotes/q_7?tag=x', '/i/ins_2/quotes/q_7?tag=x'],
    ['/i/ins_1', '/i/ins_2'],
    ['/i/ins_3/orders', '/i/ins_2/orders'],
  ])('%j becomes %j in the install that replaced it', (path, expected) => {
    expect(pathInInstall(path, installId, 'ins_2' as InstallId)).toBe(expected);
  });
});
