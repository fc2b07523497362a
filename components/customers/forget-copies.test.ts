import { beforeEach, expect, it, vi } from 'vitest';
import { loadCopy, saveCopy } from '@/components/ui/session-copy';
import { forgetCopiesOfPhone } from './forget-copies';

beforeEach(() => {
  const stored: Record<string, string> = {};
  vi.stubGlobal(
    'sessionStorage',
    Object.defineProperties(stored, {
      setItem: { value: (key: string, text: string) => (stored[key] = text) },
      getItem: { value: (key: string) => stored[key] ?? null },
      removeItem: { value: (key: string) => delete stored[key] },
    }),
  );
});

it.each(['+963944123456', '00963 944 123 456', '0944 123-456', '٠٩٤٤١٢٣٤٥٦'])(
  'a form with the phone of an erased person is forgotten: %s',
  (phone) => {
    saveCopy('form', { draft: { customer: { name: 'Salma', phone } } });
    forgetCopiesOfPhone('+963944123456');
    expect(loadCopy('form')).toBeNull();
  },
);

it.each([
  '"1042","SY-1","0944 123 456"',
  '1042;="0944123456"',
  '1042، ٠٩٤٤١٢٣٤٥٦',
  '1042  \u200e0944123456  5000',
  '1001\tSalma\t0944 123 456\t5000',
  'Order;Phone\n1001;٠٩٤٤١٢٣٤٥٦\n',
])('a pasted sheet with the phone of an erased person is forgotten: %j', (text) => {
  saveCopy('sheet', { text });
  forgetCopiesOfPhone('+963944123456');
  expect(loadCopy('sheet')).toBeNull();
});

it.each(['+963944123457', '3456', '', 'ref 944123456', '1001\t944123\t456', null, 944_123_456])(
  'a form without that phone stays: %s',
  (text) => {
    saveCopy('form', { items: [{ text }] });
    forgetCopiesOfPhone('+963944123456');
    expect(loadCopy('form')).not.toBeNull();
  },
);
