import type { GivenQuery } from '@/lib/orders/print/print-query';

/** Query string of the request, used to return after sign-in. Repeated parameters are ignored. */
export function queryText(query: GivenQuery): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : [],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
