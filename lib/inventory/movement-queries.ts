import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { MoveStockCommand, MoveStockOutcome as Outcome } from '@/lib/inventory/move-stock';
import type * as view from '@/lib/inventory/movement-view';
import type * as sheet from '@/lib/inventory/stock-sheet';
import type { BulkRequestInput } from '@/lib/operations/bulk/bulk-run';
import type { ActionOf } from '@/lib/shared/action-of';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { productsKeys } from '@/lib/shared/read-keys';

/** Types of stock movements and stock changes. Modules outside lib/inventory import them from here. */
export type MovementRow = view.MovementRow;
export type MovementPage = view.MovementPage;
export type StockLocation = view.StockLocation;
export type MoveStockOutcome = Outcome;
export type MoveStock = ActionOf<typeof MoveStockCommand, Outcome>;
export type StockSheetRow = sheet.StockSheetRow;
export type StockSheetMatch = sheet.StockSheetMatch;
export type StockEntry = sheet.StockEntry;

/**
 * Reasons that a user can choose for a stock movement (platform: POST /inventory/movements), the most common one first.
 */
export const moveReasons = ['correction', 'damage', 'return', 'initial'] as const;
export type MoveReason = (typeof moveReasons)[number];

/** Request for a bulk run that changes the stock of variants, before the server has checked it. */
export type StockRequest = Extract<BulkRequestInput, { kind: 'adjust_stock' }>;

/** The server actions on a stock sheet, as the screen receives them. */
export type StockSheetActions = {
  match: ActionOf<typeof sheet.MatchStockSheetCommand, sheet.StockSheetMatchOutcome>;
  start: (command: {
    installId: string;
    operationId: string;
    request: StockRequest;
  }) => Promise<{ code: string; run?: { runId: string } }>;
};

/** Filters of the ledger (the list of stock movements): the variant and, optionally, a reason and a location. */
export type MovementFilters = { variant: string; reason?: string; location?: string };

/** TanStack Query options of a variant's stock movements, newest first. */
export function movementsOptions(installId: string, filters: MovementFilters) {
  return infiniteQueryOptions({
    queryKey: [...productsKeys.all(installId), 'movements', filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<MovementPage>(
        `/api${installPath(installId, `/products/movements${listQuery(filters, pageParam)}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** TanStack Query options of the stock locations of the whole store. */
export function locationsOptions(installId: string) {
  return queryOptions({
    queryKey: [...productsKeys.all(installId), 'locations'],
    queryFn: ({ signal }) =>
      readJson<view.LocationList>(`/api${installPath(installId, '/products/locations')}`, signal),
  });
}
