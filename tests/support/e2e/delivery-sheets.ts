import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { callAction, type QuoteStore } from '@/tests/support/e2e/sent-quotes';

type NewSheet = { orderIds: string[]; driver?: string; phone?: string; note?: string };

/**
 * Adds a driver and creates a delivery sheet with the actions of the app. The day of the sheet is tomorrow in UTC,
 * because this day is not in the past in any time zone. Returns the id of the sheet.
 */
export async function createSheet(
  store: QuoteStore,
  { orderIds, driver = 'Driver', phone = '', note = '' }: NewSheet,
): Promise<string> {
  const [carrierId, sheetId] = [randomUUID(), randomUUID()];
  const carrier = { carrierId, name: driver, phone, trackingUrl: '', feeMinor: 0, isArchived: false };
  await callAction(store, 'saveCarrierAction', carrier);
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const created = await callAction(store, 'createSheetAction', {
    operationId: sheetId,
    carrierId,
    day,
    note,
    orderIds,
    // The order may be delivered already. The app then asks for a second press.
    mayRepeat: true,
  });
  expect(created).toContain('"code":"created"');
  return sheetId;
}

/** Makes the driver's link of a delivery sheet. Opens the page of the sheet and returns the token that it shows. */
export async function createDriverLink(store: QuoteStore, sheetId: string): Promise<string> {
  const { page, stack, installId } = store;
  expect(await callAction(store, 'createSheetLinkAction', { sheetId })).toContain('"code":"saved"');
  await page.goto(`${stack.appUrl}/i/${installId}/deliveries/${sheetId}`);
  const message = await page.locator('a[href*="%2Fd%2F"]').getAttribute('href');
  const [, token] = /%2Fd%2F([\w-]{43})/.exec(message ?? '') ?? [];
  if (!token) throw new Error('the page of the sheet shows no link');
  return token;
}
