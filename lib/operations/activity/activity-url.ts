import { type ActivityFilters, activityKinds, activityStates } from '@/lib/operations/activity/activity-view';

const lengthMax = 100;

/**
 * Reads the filters from the URL of the activity. Invalid values are ignored, so ActivityFilterQuery always accepts the
 * result.
 */
export function activityOfUrl(query: Pick<URLSearchParams, 'get'>): ActivityFilters {
  const text = (name: string) =>
    query.get(name)?.trim().replaceAll('\0', '').slice(0, lengthMax) || undefined;
  const day = (name: string) => [text(name)].find((value) => value && isDay(value));
  const filters = {
    state: activityStates.find((state) => state === query.get('state')),
    kind: activityKinds.find((kind) => kind === query.get('kind')),
    person: text('person'),
    from: day('from'),
    to: day('to'),
    q: text('q'),
  };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/**
 * Path of the list with these filters, below the install. It contains no +, because a return path must not have one.
 */
export function activityPath(filters: ActivityFilters): `/${string}` {
  const query = new URLSearchParams(filters).toString().replaceAll('+', '%20');
  return query ? `/activity?${query}` : '/activity';
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
