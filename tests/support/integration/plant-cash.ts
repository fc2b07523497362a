import { randomUUID } from 'node:crypto';
import { Posting } from '@/lib/cash/cash-commands';
import { closeDay } from '@/lib/cash/day/close-day.server';
import { CloseDayCommand } from '@/lib/cash/day/day-commands';
import { readCashDay } from '@/lib/cash/day/read-cash-day.server';
import { postCash } from '@/lib/cash/post-cash.server';
import { saveCarrier } from '@/lib/cash/save-carrier.server';
import { createSheet } from '@/lib/deliveries/create-sheet.server';
import { CreateSheetCommand, SheetCommand, SheetId } from '@/lib/deliveries/delivery-commands';
import { openSheetLink } from '@/lib/deliveries/link/open-sheet-link.server';
import { recordAnswer } from '@/lib/deliveries/link/record-answer.server';
import { createSheetLink } from '@/lib/deliveries/link/set-sheet-link.server';
import { readSheet } from '@/lib/deliveries/read-sheets.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrderLink } from '@/lib/orders/link/create-order-link.server';
import { CreateOrderLinkCommand } from '@/lib/orders/link/order-link';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { dayOf } from '@/lib/shared/store-day';
import { openConfirmPage, postAnswer } from '@/tests/support/integration/order-link-fixture';
import { confirmStops, refusedAtDoor } from '@/tests/support/integration/sheet-fixture';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

/** Words that a user, a driver or a customer types. Each word is in one place only. */
const said = {
  driverPhone: '933777555',
  cashNote: 'ملاحظة نقد الحلاق',
  sheetNote: 'اتصل بالبواب نبيل',
  customer: 'هالة قباني',
  customerPhone: '955667788',
  address: 'زقاق الياسمين الرابع',
  driverReason: 'كلب عند باب الجيران',
  storeReason: 'سافرت إلى أختها',
  dayReason: 'سلفة ابن العم وائل',
  dayLabel: 'غداء السائق مروان',
  answer: 'نادوني من الشرفة',
};

/**
 * Stores cash and deliveries with personal data, through the use cases of the app:
 *
 * - a driver with a name and a phone number
 * - a posting with a note, and a closed day with a reason and a label
 * - two delivery sheets: one with the driver's answer at the link, and one that the store has confirmed
 * - a link with which a customer has confirmed an order
 *
 * Returns the personal words, the tokens of the links, and the name of the driver. The name of a carrier is not
 * encrypted, because the shipments of the platform have it, too.
 */
export async function plantCash(
  context: InstallContext,
): Promise<{ words: string[]; tokens: string[]; driverName: string }> {
  const { installId, store } = context;
  const driverName = 'مروان الحلاق';
  const carrierId = randomUUID();
  const driver = { name: driverName, phone: `+963${said.driverPhone}`, trackingUrl: '', feeMinor: 0 };
  done('saved', await saveCarrier(context, { installId, carrierId, ...driver, isArchived: false }));

  const sheetOf = async (orderId: string) => {
    const command = CreateSheetCommand.parse({
      installId,
      operationId: randomUUID(),
      carrierId,
      day: dayOf(new Date(), store.timezone),
      note: said.sheetNote,
      orderIds: [orderId],
      mayRepeat: true,
    });
    done('created', await createSheet(context, command));
    const sheetId = SheetId.parse(command.operationId);
    done('saved', await createSheetLink(context, SheetCommand.parse({ installId, sheetId })));
    const sheet = await readSheet(context, sheetId);
    return { sheetId, token: sheet?.link?.token ?? '', stopId: sheet?.stops[0]?.id ?? '' };
  };
  const answered = await sheetOf(await sell(context));
  const linked = await openSheetLink(answered.token);
  if (!linked) throw new Error('the link of the driver is not open');
  const result = refusedAtDoor(said.driverReason);
  const answer = { stopId: answered.stopId, answerId: randomUUID(), seen: null, result };
  done('stored', await recordAnswer(linked, answer));
  const confirmed = await sheetOf(await sell(context));
  await confirmStops(context, confirmed.sheetId, () => refusedAtDoor(said.storeReason));

  const orderId = await sell(context);
  const line = { orderId, kind: 'remitted', amountMinor: 1_000, currency: 'SYP' };
  const posting = { postingId: randomUUID(), source: 'by_hand', sheetHash: null, lines: [line] };
  done('posted', await postCash(context, Posting.parse({ ...posting, note: said.cashNote })));
  await closeToday(context);

  const asked = { installId, orderId, linkId: randomUUID(), replaces: false, seenAnswerAt: null };
  const link = await createOrderLink(context, CreateOrderLinkCommand.parse(asked));
  if (link.code !== 'created') throw new Error(link.code);
  await openConfirmPage(link.token);
  const posted = await postAnswer(link.token, { answer: 'declined', message: said.answer });
  if (posted.status >= 400) throw new Error(`the answer was refused: ${posted.status}`);
  return {
    words: Object.values(said),
    tokens: [answered.token, confirmed.token, link.token],
    driverName,
  };
}

async function sell(context: InstallContext): Promise<string> {
  const outcome = await patiently(createOrder)(
    context,
    orderCommand(context.installId, {
      customer: { name: said.customer, phone: `+963${said.customerPhone}` },
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: { address: said.address, province: 'damascus' },
    }),
  );
  if (outcome.code !== 'succeeded') throw new Error(outcome.code);
  return outcome.result.orderId;
}

/** Closes the day of the store. In each currency, the counted cash differs from the expected cash. */
async function closeToday(context: InstallContext): Promise<void> {
  const { day, figures } = await readCashDay(context, undefined);
  const drawers = figures.map(({ currency, decimals, opening, remitted }) => ({
    currency,
    decimals,
    openingMinor: opening?.money.amount_minor ?? 0,
    remittedMinor: remitted.amount_minor,
    countedMinor: remitted.amount_minor + 12_345,
    reason: said.dayReason,
    lines: [{ label: said.dayLabel, amountMinor: -50 }],
  }));
  const command = { installId: context.installId, operationId: randomUUID(), day, replaces: null, drawers };
  done('closed', await closeDay(context, CloseDayCommand.parse(command)));
}

function done(wanted: string, outcome: { code: string }): void {
  if (outcome.code !== wanted) throw new Error(JSON.stringify(outcome));
}
