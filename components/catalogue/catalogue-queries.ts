import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { availabilityRank, isCodeOf } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit as Hit, CatalogueView } from '@/lib/catalogue/catalogue-view';
import type { PastedLine as Line } from '@/lib/catalogue/message-match';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** A variant that can be put on an order, for those outside the catalogue. */
export type CatalogueHit = Hit;

/** What becomes a line of an order: a variant, or without one a line of its own; for those outside the catalogue. */
export type PastedLine = Line;

/** What can be put on an order and fits `q`; with an empty q what the catalogue begins with. */
export function catalogueOptions(installId: string, q: string) {
  return queryOptions({
    queryKey: ['install', installId, 'catalogue', q],
    queryFn: ({ signal }) => readCatalogue(installId, q, signal),
    placeholderData: keepPreviousData,
  });
}

/** What has a scanned code. By a key of its own: the search as one types ends its requests when the text goes on. */
export function scannedCodeOptions(installId: string, code: string) {
  return queryOptions({
    queryKey: ['install', installId, 'catalogue', code, 'scanned'],
    queryFn: ({ signal }) => readCatalogue(installId, code, signal),
  });
}

const readCatalogue = (installId: string, q: string, signal: AbortSignal) =>
  readJson<CatalogueView>(`/api${installPath(installId, `/catalogue?q=${encodeURIComponent(q)}`)}`, signal);

/** The one variant on offer whose SKU or barcode the text is, whole; null when there is none, or several. */
export function hitOfCode(view: CatalogueView, text: string): Hit | null {
  const exact = view.code === 'found' ? view.hits.filter((hit) => isCodeOf(text, hit)) : [];
  const [only] = exact;
  return only && exact.length === 1 && availabilityRank(only) < 2 ? only : null;
}
