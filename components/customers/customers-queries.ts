import { queryOptions } from '@tanstack/react-query';
import type { Person } from '@/lib/customers/person';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/**
 * Response of the server to a search by phone number. `isNoPhone` is set if the text is not a valid phone number, so
 * that no person can be found. `areOthersKept`: the app also stores the customers of orders that it did not create. If
 * it is false, such orders of the person cannot be found.
 */
export type PersonAnswer = { person: Person | null; areOthersKept: boolean; isNoPhone?: true };

/**
 * Returns the React Query options for what the app has stored about the person with a phone number. The number is
 * posted in the body, because it must not be in a URL (S8).
 */
export function personOptions(installId: string, phone: string) {
  return queryOptions({
    queryKey: ['install', installId, 'customers', phone],
    queryFn: ({ signal }) =>
      readJson<PersonAnswer>(`/api${installPath(installId, '/customers')}`, signal, { phone }),
  });
}
