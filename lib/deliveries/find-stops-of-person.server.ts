import 'server-only';
import { contentOf, stopView } from '@/lib/deliveries/delivery-rows.server';
import type { StopContent, StopResultView } from '@/lib/deliveries/delivery-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Money } from '@/lib/shared/numbers/money';
import { readPhone } from '@/lib/shared/phone';
import type { Tx } from '@/lib/system/db';
import type { DeliveryStop } from '@/lib/system/generated/prisma/client';

/**
 * A person whose stops are searched. `phone` is in E.164. `country` is the country of numbers without a country code.
 * `orderIds` are the orders of the person that the caller has found.
 */
export type PersonOfStops = { phone: string; country: string; orderIds: readonly string[] };

/** Number of stops that are decrypted at a time. */
const pageSize = 500;

/**
 * Returns the stops of a person that still contain personal data, the newest answer first. A stop belongs to the person
 * if it has the person's phone number. If the phone number of a stop cannot be read, the stop belongs to the person if
 * its order does. The phone number is stored encrypted and has no index, so all stops within the retention time are
 * decrypted, a page at a time.
 */
export async function findStopRows(
  tx: Tx,
  installId: InstallId,
  { phone, country, orderIds }: PersonOfStops,
): Promise<DeliveryStop[]> {
  const ofPerson = new Set(orderIds);
  const found: DeliveryStop[] = [];
  let last: DeliveryStop | undefined;
  do {
    const page: DeliveryStop[] = await tx.deliveryStop.findMany({
      where: {
        installId,
        AND: [
          { OR: [{ contentEnc: { not: null } }, { reasonEnc: { not: null } }] },
          last
            ? { OR: [{ sheetId: { gt: last.sheetId } }, { sheetId: last.sheetId, id: { gt: last.id } }] }
            : {},
        ],
      },
      orderBy: [{ sheetId: 'asc' }, { id: 'asc' }],
      take: pageSize,
    });
    for (const stop of page) {
      const read = readPhone(contentOf(stop)?.phone ?? '', country);
      if (read.ok ? read.e164 === phone : ofPerson.has(stop.orderId)) found.push(stop);
    }
    last = page.length < pageSize ? undefined : page.at(-1);
  } while (last);
  const answered = ({ answeredAt }: DeliveryStop) => answeredAt?.getTime() ?? Infinity;
  return found.sort((one, next) => answered(next) - answered(one) || (one.id < next.id ? -1 : 1));
}

/** A stop of a person, for the export of the person's data. `day` is the day of its delivery sheet (YYYY-MM-DD). */
export type StopOfPerson = {
  orderId: string;
  number: string;
  day: string;
  due: Money;
  content: StopContent | null;
  result: Omit<StopResultView, 'id'> | null;
};

/**
 * Returns what the delivery sheets contain about a person, the newest answer first. Without the scope clients:read,
 * customer and address are left out.
 */
export async function findStopsOfPerson(
  tx: Tx,
  { installId, scopes }: Pick<InstallContext, 'installId' | 'scopes'>,
  person: PersonOfStops,
): Promise<StopOfPerson[]> {
  const stops = await findStopRows(tx, installId, person);
  const sheets = await tx.deliverySheet.findMany({
    where: { installId, id: { in: stops.map(({ sheetId }) => sheetId) } },
    select: { id: true, day: true },
  });
  const dayOf = new Map(sheets.map(({ id, day }) => [id, day]));
  return stops.map((stop) => {
    const { orderId, number, due, content, result } = stopView(stop, scopes);
    const answered = result && {
      answer: result.answer,
      paid: result.paid,
      reason: result.reason,
      at: result.at,
    };
    return { orderId, number, day: dayOf.get(stop.sheetId) ?? '', due, content, result: answered };
  });
}
