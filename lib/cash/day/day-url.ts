import { listQuery, readFilters, type UrlQuery, type UrlReaders } from '@/lib/shared/lists/list-url';

/** The day in the URL of the screen (YYYY-MM-DD). If the URL has no day, the screen shows today. */
export type DayFilters = { day?: string };

const readers: UrlReaders<DayFilters> = {
  day: ([day]) => (day !== undefined && isDay(day) ? day : undefined),
};

function isDay(text: string): boolean {
  const ms = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Reads the day from the URL of the screen. A text that is not a day is ignored. */
export function readDayUrl(query: UrlQuery): DayFilters {
  return readFilters(query, readers);
}

/** Returns the path of the screen of a day, relative to the path of the install. */
export function dayPath(filters: DayFilters): `/${string}` {
  return `/cash/day${listQuery(filters)}`;
}
