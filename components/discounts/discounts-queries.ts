import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DiscountPage } from '@/lib/discounts/discount-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';

/** Returns the React Query options for the list of discounts, newest first. */
export function discountsOptions(installId: string) {
  return infiniteQueryOptions({
    queryKey: ['install', installId, 'discounts'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<DiscountPage>(
        `/api${installPath(installId, `/discounts${listQuery({}, pageParam)}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}
