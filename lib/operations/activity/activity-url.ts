import { type ActivityFilters, activityKinds, activityStates } from '@/lib/operations/activity/activity-view';
import { listQuery, oneOf, readFilters, type UrlQuery, type UrlReaders } from '@/lib/shared/lists/list-url';
import { cutText } from '@/lib/shared/text/cut-text';

const lengthMax = 100;

const text = ([given]: string[]) =>
  (given && cutText(given.trim().replaceAll('\0', ''), lengthMax)) || undefined;
const day = (given: string[]) => [text(given)].find((value) => value && isDay(value));

const readers: UrlReaders<ActivityFilters> = {
  state: oneOf(activityStates),
  kind: oneOf(activityKinds),
  person: text,
  from: day,
  to: day,
  q: text,
};

/**
 * Returns the filters in the URL of the Activity screen. Invalid values are left out, so ActivityFilterQuery always
 * accepts the result.
 */
export function activityOfUrl(query: UrlQuery): ActivityFilters {
  return readFilters(query, readers);
}

/** Returns the path of the activity list with the given filters. The path is relative to the path of the install. */
export function activityPath(filters: ActivityFilters): `/${string}` {
  return `/activity${listQuery(filters)}`;
}

function isDay(value: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return ms >= 0 && new Date(ms).toISOString().startsWith(value);
}
