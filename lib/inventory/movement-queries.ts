import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { MoveStockOutcome as Outcome } from '@/lib/inventory/move-stock';
import type * as view from '@/lib/inventory/movement-view';
import type * as sheet from '@/lib/inventory/stock-sheet';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { productsKeys } from '@/lib/shared/read-keys';

/** What the ledger shows, and what became of a change of stock, for those outside the inventory. */
export type MovementRow = view.MovementRow;
export type MovementPage = view.MovementPage;
export type MoveStockOutcome = Outcome;
export type StockSheetRow = sheet.StockSheetRow;
export type StockSheetMatch = sheet.StockSheetMatch;
export type StockEntry = sheet.StockEntry;

/** Reasons a person may give (platform: POST /inventory/movements), the commonest first. */
export const moveReasons = ['correction', 'damage', 'return', 'initial'] as const;
export type MoveReason = (typeof moveReasons)[number];

/** The server actions on a stock sheet, as the page gives them. */
export type StockSheetActions = {
  match: (command: unknown) => Promise<sheet.StockSheetMatchOutcome>;
  start: (command: unknown) => Promise<{ code: string; run?: { runId: string } }>;
};

/** Whose ledger, and what of it. */
export type MovementFilters = { variant: string; reason?: string; location?: string };

/** The ledger of a variant, newest first. */
export function movementsOptions(installId: string, filters: MovementFilters) {
  return infiniteQueryOptions({
    queryKey: [...productsKeys.all(installId), 'movements', filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam !== null && { cursor: pageParam }) });
      return readJson<MovementPage>(`/api${installPath(installId, `/products/movements?${query}`)}`, signal);
    },
    getNextPageParam: ({ next }) => next,
  });
}

/** Places of the whole store. */
export function locationsOptions(installId: string) {
  return queryOptions({
    queryKey: [...productsKeys.all(installId), 'locations'],
    queryFn: ({ signal }) =>
      readJson<view.LocationList>(`/api${installPath(installId, '/products/locations')}`, signal),
  });
}
