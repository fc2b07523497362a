/**
 * First character of a CSV file (byte order mark). Without it, spreadsheets assume the encoding of the operating system
 * and show wrong characters for Arabic text.
 */
export const byteOrderMark = '\ufeff';

/** Writes one line of a CSV file. Cells are quoted if necessary (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/**
 * Escapes a text from another person for a CSV file with an apostrophe, so that no spreadsheet runs it as a formula
 * (S17; OWASP: CSV Injection). A text can be a formula in two cases: it begins with a tab or a line break, or its first
 * character after spaces is = + - or @. The full-width forms of these signs, from East Asian keyboards, count as well.
 *
 * A spreadsheet with another separator may read the quotes of a cell as letters. A semicolon or a line break in the text
 * then begins a new cell, so a sign after it gets an apostrophe too.
 */
export function csvText(text: string): string {
  const safe = text.replace(/([;\r\n])(?=[^\S\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(safe) ? `'${safe}` : safe;
}

/**
 * Returns a function that writes a time (RFC 3339) in the given time zone (IANA name) as "2026-11-21 23:05".
 * Spreadsheets in every language recognize this format as a time.
 */
export function csvClock(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
    );
    return `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}`;
  };
}

function quoted(cell: string): string {
  return /[",\r\n\t;]|^ | $/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
