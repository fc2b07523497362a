import { readSheet } from '@/lib/cash/sheet/read-sheet.server';
import { ReadSheetCommand } from '@/lib/cash/sheet/sheet-commands';
import { sheetRoute } from './sheet-route';

/**
 * Returns a preview of what would be posted from a carrier's remittance sheet (the carrier's list of orders and
 * amounts). The sheet is sent in the request body, because it is too long for a URL and for a server action (64 KB).
 * This request changes no data.
 */
export const POST = sheetRoute(async (context, request) =>
  readSheet(context, ReadSheetCommand.parse(await request.json().catch(() => null))),
);
