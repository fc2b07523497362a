import type { GivenQuery } from '@/lib/orders/print/print-query';

/**
 * Builds the query string of the current print page, so that the user returns to this page after a sign-in. Repeated
 * parameters are left out. Returns '' if there are no parameters.
 */
export function queryText(query: GivenQuery): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : [],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
