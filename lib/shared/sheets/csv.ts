/** Spreadsheets take a file without it for one in the encoding of their system, and show Arabic as noise. */
export const byteOrderMark = '\ufeff';

/** One line of the file; cells are quoted where they must be. RFC 4180. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/**
 * A text that others wrote, so that no spreadsheet runs it: what begins like a formula gets an apostrophe in front,
 * also behind spaces and in the wide forms of East Asian keyboards. OWASP: CSV Injection.
 */
export function csvText(text: string): string {
  return /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/.test(text) ? `'${text}` : text;
}

/** Writes an RFC 3339 time as "2026-11-21 23:05" in a zone (IANA name): what spreadsheets read as a time in every language. */
export function csvClock(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
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
