import type { GivenQuery } from '@/lib/orders/print/print-query';

/** The query as it was asked for, to come back to after signing in; repeated parameters are nobody's. */
export function queryText(query: GivenQuery): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : [],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
