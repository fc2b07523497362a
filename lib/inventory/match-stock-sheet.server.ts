import 'server-only';
import { findVariantIds, findVariants } from '@/lib/catalogue/find-variants.server';
import { readCatalogueState } from '@/lib/catalogue/read-catalogue-state.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { validateStockSheet, type SheetVariant } from '@/lib/inventory/validate-stock-sheet';
import type { MatchStockSheetCommand, StockSheetMatch } from '@/lib/inventory/stock-sheet';
import type { BulkRefusal } from '@/lib/operations/bulk/bulk-run';
import { readBulkMinutes } from '@/lib/operations/bulk/read-bulk-minutes.server';

/**
 * Returns for each line of a stock sheet what would happen if the bulk run were started. The function reads
 * only the mirror (our copy of the platform's data). Nothing is recorded or sent. The bulk run later uses the
 * variants that this function has found, so it does what the preview shows.
 */
export async function matchStockSheet(
  { installId, db, scopes }: InstallContext,
  { entries, unreadCodes = [] }: MatchStockSheetCommand,
): Promise<StockSheetMatch | BulkRefusal> {
  if (!scopes.has('inventory:write')) return { code: 'missing_scope', status: 403, scope: 'inventory:write' };
  return db.transaction(async (tx) => {
    const state = await readCatalogueState(tx, { installId });
    if (state === 'forbidden') return { code: 'missing_scope', status: 403, scope: 'products:read' };
    const codes = [...entries.map(({ code }) => code), ...unreadCodes];
    const idsOf = await findVariantIds(tx, installId, codes);
    const variants = await findVariants(
      tx,
      installId,
      [...idsOf.values()].flatMap((ids) => [...ids]),
    );
    const seesStock = scopes.has('inventory:read');
    const variantsOf = (code: string): SheetVariant[] =>
      [...(idsOf.get(code) ?? [])].flatMap((id) => {
        const variant = variants.get(id);
        return variant ? [{ ...variant, stock: variant.stock(seesStock) }] : [];
      });
    const rows = validateStockSheet(entries, variantsOf);
    const sent = rows.filter(({ verdict }) => verdict === 'ok').length;
    const minutes = await readBulkMinutes(tx, installId, sent);
    const unreadNames = unreadCodes.flatMap((code): [string, string][] => {
      const [variant, ...others] = variantsOf(code);
      return variant?.name && others.length === 0 ? [[code, variant.name]] : [];
    });
    return { code: 'matched', status: 200, rows, minutes, isWhole: state === 'whole', unreadNames };
  });
}
