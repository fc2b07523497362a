import 'server-only';
import { z } from 'zod';
import { purgeStopsOfPerson } from '@/lib/deliveries/purge-stops.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  deleteRequests,
  findRequestsOfPerson,
  lockRequests,
} from '@/lib/operations/sending/purge-requests.server';
import { purgeOrderLinksOfPhone } from '@/lib/orders/link/purge-order-links.server';
import {
  findOrdersOfPhone,
  lockErasures,
  purgeCustomersOfPhone,
} from '@/lib/orders/purge-order-customers.server';
import {
  deleteQuotesOfPhone,
  findLockedQuotesOfPhone,
} from '@/lib/quotes/erasing/delete-quotes-of-phone.server';
import type { DeletePersonCommand, DeletePersonOutcome } from '@/lib/customers/person-query';
import { readPhone } from '@/lib/shared/phone';
import { notifyLive } from '@/lib/system/live/notify';
import { log } from '@/lib/system/log';

const PersonInRequest = z.object({ customer: z.object({ phone: z.string() }) });

/**
 * Erases the person with the given phone number from the data of the install, in one transaction. Orders on the platform
 * do not change. A second call changes nothing. Notes that users typed in the cash notebook, in closed days and on
 * delivery sheets stay (docs/decisions/known-customers.md).
 *
 * The function erases customers of orders, links, quotes, drafts, delivery sheets and the request bytes of ended
 * writes. If a write that creates an order for this person has not ended, its bytes are still needed. In this case, the
 * function returns `order_open` and erases nothing.
 */
export async function deletePerson(
  context: Pick<InstallContext, 'installId' | 'db' | 'store' | 'actor'>,
  { phone: typed }: DeletePersonCommand,
): Promise<DeletePersonOutcome> {
  const { installId, db, store } = context;
  const reading = readPhone(typed, store.country);
  if (!reading.ok) return { code: 'not_a_phone', status: 400 };
  const phone = reading.e164;
  const isPhone = (text: string) => {
    const read = readPhone(text, store.country);
    return read.ok && read.e164 === phone;
  };
  const isOfPerson = (request: string) => {
    const parsed = PersonInRequest.safeParse(JSON.parse(request || 'null'));
    return request.includes(phone) || (parsed.success && isPhone(parsed.data.customer.phone));
  };
  return db.transaction(async (tx): Promise<DeletePersonOutcome> => {
    const early = await findRequestsOfPerson(tx, installId, isOfPerson);
    const locked = await lockRequests(tx, installId, {
      operationIds: early.ids,
      orderIds: await findOrdersOfPhone(tx, installId, phone),
    });
    const quotes = await findLockedQuotesOfPhone(tx, installId, { phone, isPhone });
    // The requests are searched again, because the customer may have accepted a quote before it was locked. The write
    // of its order was not locked before the quote, so it counts as open, even if it has ended since.
    const requests = await findRequestsOfPerson(tx, installId, isOfPerson);
    if (requests.open || requests.ids.some((id) => !locked.has(id)))
      return { code: 'order_open', status: 409 };
    await lockErasures(tx, installId, 'exclusive');
    await deleteQuotesOfPhone(tx, context, quotes);
    const orderIds = await purgeCustomersOfPhone(tx, installId, phone);
    const linkedIds = await purgeOrderLinksOfPhone(tx, installId, { phone, orderIds });
    await purgeStopsOfPerson(tx, installId, { phone, country: store.country, orderIds });
    await deleteRequests(tx, installId, { operationIds: requests.ids, orderIds });
    for (const id of new Set([...orderIds, ...linkedIds]))
      await notifyLive(tx, { installId, kind: 'order', id });
    const counts = { orders: orderIds.length, quotes: quotes.whole.length };
    log.info({ installId, ...counts }, 'a user erased a person');
    return { code: 'deleted', status: 200, ...counts };
  });
}
