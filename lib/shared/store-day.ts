const dayMs = 86_400_000;

/** Cache of the formats of `dayOf`; the key is the time zone. Creating a format takes 20 times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    dayFormats.set(timeZone, format);
  }
  return format;
}

/**
 * Returns the name of a time zone, or UTC if the running version of Node does not have the zone. Intl throws an error
 * for such a zone, and a store in it could not open a screen (A16).
 */
export function knownTimeZone(timeZone: string): string {
  try {
    dayFormatOf(timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

/** Returns the calendar day (YYYY-MM-DD) of a time in the store's time zone. `timeZone` is an IANA name. */
export function dayOf(at: Date, timeZone: string): string {
  const parts = dayFormatOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * Returns the first moment of a calendar day in the store's time zone; null if the text is not a day. If the clocks are
 * set forward at midnight (as in Beirut and Cairo), the day begins at one o'clock.
 */
export function startOfDay(day: string, timeZone: string): Date | null {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(midnightMs)) return null;
  if (new Date(midnightMs).toISOString().slice(0, 10) !== day) return null;
  // Finds the start of the day by a binary search, to the minute. All time zones are within 14 hours of UTC, and their
  // offsets are multiples of a quarter of an hour.
  let early = midnightMs - 15 * 3_600_000;
  let late = midnightMs + 15 * 3_600_000;
  while (late - early > 60_000) {
    const middle = early + Math.floor((late - early) / 120_000) * 60_000;
    if (dayOf(new Date(middle), timeZone) < day) early = middle;
    else late = middle;
  }
  return new Date(late);
}

export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

export function previousDay(day: string): string {
  return daysBefore(day, 1);
}

/** Returns the number of calendar days from one day to a later day; 0 if `to` is not later. */
export function daysBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs));
}

/** Returns the calendar day that is `days` days before the given day. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/** Parts of a day's date, for Intl. The time zone is UTC, because dayDate returns a day as noon in UTC. */
export const dayParts = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
} as const;

/** Returns a calendar day ("2026-11-21") as noon in UTC, for Intl. */
export const dayDate = (day: string): Date => new Date(`${day}T12:00:00Z`);

/**
 * Returns true if the text is a day of this century. A date input with a year that is not completely typed has a value
 * such as "0020-12-07".
 */
export const isWholeDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && startOfDay(text, 'UTC') !== null;
