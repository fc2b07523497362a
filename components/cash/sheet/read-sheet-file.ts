/** Text of a chosen file, or the reason why the file cannot be read. */
export type SheetFile = { ok: true; text: string } | { ok: false; code: 'workbook' | 'too_large' };

/**
 * Reads a CSV or text file that a spreadsheet saved. The encoding can be UTF-8, UTF-16 with a byte order mark ("Unicode
 * text"), or windows-1256. Spreadsheets on an Arabic Windows save CSV in windows-1256. A workbook (xlsx, xls) is
 * refused.
 */
export async function readSheetFile(file: File, charactersMax: number): Promise<SheetFile> {
  // A UTF-16 file has two bytes for each character, so the maximum number of bytes is twice the maximum number of
  // characters.
  if (file.size > 2 * charactersMax) return { ok: false, code: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const start = [...bytes.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (start === '504b0304' || start === 'd0cf11e0') return { ok: false, code: 'workbook' };
  const text = decode(bytes, start);
  return text.length > charactersMax ? { ok: false, code: 'too_large' } : { ok: true, text };
}

function decode(bytes: Uint8Array, start: string): string {
  if (start.startsWith('fffe')) return new TextDecoder('utf-16le').decode(bytes);
  if (start.startsWith('feff')) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}
