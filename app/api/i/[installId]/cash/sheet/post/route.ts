import { postSheet } from '@/lib/cash/sheet/post-sheet.server';
import { PostSheetCommand } from '@/lib/cash/sheet/sheet-commands';
import { sheetRoute } from '@/app/api/i/[installId]/cash/sheet/sheet-route';

/**
 * Posts a carrier's remittance sheet (the carrier's list of orders and amounts) in the cash notebook. This is not a
 * server action, because the body of a server action may have at most 64 KB. If the same request is sent again, it has
 * the same outcome and posts nothing twice.
 */
export const POST = sheetRoute(async (context, request) =>
  postSheet(context, PostSheetCommand.parse(await request.json().catch(() => null))),
);
