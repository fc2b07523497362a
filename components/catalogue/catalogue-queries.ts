import { queryOptions } from '@tanstack/react-query';
import { availabilityRank, isCodeOf } from '@/lib/catalogue/catalogue-hit';
import type { CatalogueHit as Hit, CatalogueView } from '@/lib/catalogue/catalogue-view';
import type {
  PastedDetails as Details,
  PastedLine as Line,
  PasteTarget as Target,
} from '@/lib/catalogue/message-match';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/**
 * A product variant that can be added to an order. Components of other features import the type from this file, because
 * they may not import lib/catalogue.
 */
export type CatalogueHit = Hit;

/**
 * A line that will be added to an order: a product variant, or a custom line without a variant. Components of other
 * features import the type from this file, because they may not import lib/catalogue.
 */
export type PastedLine = Line;
export type PastedDetails = Details;
export type PasteTarget = Target;

/**
 * Returns the React Query options for the product variants that match the search text `q`. An empty `q` returns the
 * start of the catalogue.
 */
export function catalogueOptions(installId: string, q: string) {
  return queryOptions({
    queryKey: ['install', installId, 'catalogue', q],
    queryFn: ({ signal }) => readCatalogue(installId, q, signal),
  });
}

/**
 * Returns the React Query options for the product variants with a scanned code. They have a query key of their own,
 * because typing in the search field cancels the requests of the text search by their query key.
 */
export function scannedCodeOptions(installId: string, code: string) {
  return queryOptions({
    queryKey: ['install', installId, 'catalogue', code, 'scanned'],
    queryFn: ({ signal }) => readCatalogue(installId, code, signal),
  });
}

const readCatalogue = (installId: string, q: string, signal: AbortSignal) =>
  readJson<CatalogueView>(`/api${installPath(installId, `/catalogue?q=${encodeURIComponent(q)}`)}`, signal);

/**
 * Returns the variant with exactly this SKU or barcode. Returns null if no variant or several variants have
 * it, or if the variant is not available.
 */
export function hitOfCode(view: CatalogueView, text: string): Hit | null {
  const exact = view.code === 'found' ? view.hits.filter((hit) => isCodeOf(text, hit)) : [];
  const [only] = exact;
  return only && exact.length === 1 && availabilityRank(only) < 2 ? only : null;
}
