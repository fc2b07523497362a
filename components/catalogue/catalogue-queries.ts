import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CatalogueHit as Hit, CatalogueView } from '@/lib/catalogue/catalogue-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** A variant that can be put on an order, for those outside the catalogue. */
export type CatalogueHit = Hit;

/** What can be put on an order and fits `q`; with an empty q what the catalogue begins with. */
export function catalogueOptions(installId: string, q: string) {
  return queryOptions({
    queryKey: ['install', installId, 'catalogue', q],
    queryFn: ({ signal }) =>
      readJson<CatalogueView>(
        `/api${installPath(installId, `/catalogue?q=${encodeURIComponent(q)}`)}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}
