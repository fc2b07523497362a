import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DiscountPage } from '@/lib/discounts/discount-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** Query of the discounts, newest first. */
export function discountsOptions(installId: string) {
  return infiniteQueryOptions({
    queryKey: ['install', installId, 'discounts'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam === null ? {} : { cursor: pageParam });
      return readJson<DiscountPage>(`/api${installPath(installId, `/discounts?${query}`)}`, signal);
    },
    getNextPageParam: ({ next }) => next,
  });
}
