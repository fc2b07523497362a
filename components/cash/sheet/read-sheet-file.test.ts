import { describe, expect, it } from 'vitest';
import { readSheetFile } from '@/components/cash/sheet/read-sheet-file';

const read = (bytes: number[] | Uint8Array) =>
  readSheetFile(new File([Uint8Array.from(bytes)], 'sheet.csv'), 20);

describe('the file of a remittance sheet', () => {
  const wanted = { ok: true, text: 'طلب;5' };
  it.each([
    ['UTF-8', new TextEncoder().encode('طلب;5')],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\ufeffطلب;5')],
    ['windows-1256', [0xd8, 0xe1, 0xc8, 0x3b, 0x35]],
    ['UTF-16, low byte first', [0xff, 0xfe, 0x37, 6, 0x44, 6, 0x28, 6, 0x3b, 0, 0x35, 0]],
    ['UTF-16, high byte first', [0xfe, 0xff, 6, 0x37, 6, 0x44, 6, 0x28, 0, 0x3b, 0, 0x35]],
  ])('is read as %s', async (_, bytes) => expect(await read(bytes)).toEqual(wanted));

  it('is refused if it is a workbook or too large', async () => {
    expect(await read([0x50, 0x4b, 3, 4, 0])).toEqual({ ok: false, code: 'workbook' });
    expect(await read([0xd0, 0xcf, 0x11, 0xe0, 0])).toEqual({ ok: false, code: 'workbook' });
    expect(await read(new Uint8Array(21).fill(65))).toEqual({ ok: false, code: 'too_large' });
    expect(await read(new Uint8Array(41).fill(65))).toEqual({ ok: false, code: 'too_large' });
  });
});
