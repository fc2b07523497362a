import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import { recordForInstall } from '@/lib/orders/new-order/record-created-order.server';
import { quoteNumber } from '@/lib/quotes/quote-content';
import { QuoteId } from '@/lib/quotes/quote-commands';
import {
  contentPlace,
  customerColumns,
  customerOf,
  detailPlace,
  draftPlace,
  linkPlace,
  resealed,
  sealDetail,
} from '@/lib/quotes/quote-rows.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { orUnreadable } from '@/lib/system/keys/crypto';
import type { Tx } from '@/lib/system/db';
import { type Operation, Prisma, type Quote } from '@/lib/system/generated/prisma/client';
import type { ActIn } from '@/lib/system/earlier-installs';
import { notifyLive } from '@/lib/system/live/notify';

type QuoteMove = { from: InstallId; to: InstallId; ids: string[]; actor: Actor | null; actIn: ActIn };

/**
 * Moves quotes from a closed install to another install of the same store. A quote is moved with its versions, history
 * and link, and with the write that created its order. Each encrypted value is bound to its install, so it is encrypted
 * again. The hash of what was agreed does not change.
 *
 * If the other install already uses the number of a quote, the quote gets a new number, and its history shows the old
 * number. Ids are ignored if they are unknown, or if the user does not want to import their quotes. Runs in the
 * transaction of lib/system/earlier-installs.ts.
 */
export async function moveQuotes(tx: Tx, { from, to, ids, actor, actIn }: QuoteMove): Promise<void> {
  await actIn(to);
  const known = await tx.quote.findMany({
    where: { installId: to, id: { in: ids } },
    select: { id: true },
  });
  await actIn(from);
  const missing = ids.filter((id) => known.every((quote) => quote.id !== id));
  const taken = await take(tx, from, missing);
  if (taken.quotes.length === 0) return;
  crashPoint('import.taken');
  await actIn(to);
  const numbers = await numbersFor(tx, to, taken.quotes);
  await give(tx, { to, taken, numbers });
  await writeHistory(tx, { to, quotes: taken.quotes, numbers, actor });
  crashPoint('import.given');
}

async function take(tx: Tx, installId: InstallId, ids: string[]) {
  const quotes = await tx.quote.findMany({
    where: { installId, id: { in: ids }, importIgnoredAt: null },
    orderBy: { number: 'asc' },
  });
  const where = { installId, quoteId: { in: quotes.map(({ id }) => id) } };
  const written = { in: quotes.flatMap(({ operationId }) => operationId ?? []) };
  const [operation, order] = [
    { installId, id: written },
    { installId, operationId: written },
  ];
  const taken = {
    quotes,
    versions: await tx.quoteVersion.findMany({ where }),
    events: await tx.quoteEvent.findMany({ where }),
    links: await tx.quoteLink.findMany({ where }),
    operations: await tx.operation.findMany({ where: operation }),
    createdOrders: await tx.createdOrder.findMany({ where: order }),
  };
  await tx.createdOrder.deleteMany({ where: order });
  await tx.operation.deleteMany({ where: operation });
  await tx.quoteLink.deleteMany({ where });
  await tx.quoteEvent.deleteMany({ where });
  await tx.quoteVersion.deleteMany({ where });
  await tx.quote.deleteMany({ where: { installId, id: where.quoteId } });
  return taken;
}

type Giving = {
  to: InstallId;
  taken: Awaited<ReturnType<typeof take>>;
  numbers: Map<string, number>;
};

async function give(tx: Tx, { to: installId, taken, numbers }: Giving): Promise<void> {
  const here = <Row extends object>(row: Row) => ({ ...row, installId });
  await tx.operation.createMany({ data: taken.operations.map((row) => here(asEnded(row))) });
  await tx.quote.createMany({
    data: taken.quotes.map((quote) => ({
      ...here(quote),
      number: numbers.get(quote.id) ?? null,
      ...customerColumns({ installId, quoteId: QuoteId.parse(quote.id) }, readableCustomer(quote)),
      draftEnc: resealed(draftPlace, quote, { to: installId, sealed: quote.draftEnc }),
      linkEnc: resealed(linkPlace, quote, { to: installId, sealed: quote.linkEnc }),
    })),
  });
  await tx.quoteVersion.createMany({
    data: taken.versions.map((row) => ({
      ...here(row),
      contentEnc: resealed(contentPlace, row, { to: installId, sealed: row.contentEnc }),
    })),
  });
  await tx.quoteEvent.createMany({
    data: taken.events.map((row) => ({
      ...here(row),
      detailEnc: resealed(detailPlace, row, { to: installId, sealed: row.detailEnc }),
    })),
  });
  await tx.quoteLink.createMany({ data: taken.links.map(here) });
  await tx.createdOrder.createMany({
    data: taken.createdOrders.map((row) => recordForInstall(row, installId)),
  });
}

function readableCustomer(quote: Quote) {
  const customer = orUnreadable(() => customerOf(quote));
  return customer === 'unreadable' || customer === null ? { name: '', phone: '' } : customer;
}

/**
 * Returns the row of an operation (a recorded write) for the new install. All open operations were ended when the old
 * install was closed (closeOperations). So the new row has no request and no time for another attempt, and no process
 * sends the operation again.
 */
function asEnded(row: Operation) {
  return {
    ...row,
    requestEnc: null,
    leaseUntil: null,
    nextAttemptAt: null,
    target: row.target ?? {},
    before: row.before ?? Prisma.DbNull,
    result: row.result ?? Prisma.DbNull,
  };
}

/**
 * Returns the number of each moved quote in the new install. A quote keeps its number if no quote of the new install
 * has it. If the number is already used, the quote gets the next unused number. The row of quote_counters is locked
 * until the transaction ends, so that two quotes cannot get the same number.
 */
async function numbersFor(tx: Tx, installId: InstallId, quotes: Quote[]): Promise<Map<string, number>> {
  const [counter] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO quote_counters (install_id, last) VALUES (${installId}, 0)
    ON CONFLICT (install_id) DO UPDATE SET last = quote_counters.last RETURNING last`;
  const wanted = quotes.flatMap(({ number }) => number ?? []);
  const rows = await tx.quote.findMany({
    where: { installId, number: { in: wanted } },
    select: { number: true },
  });
  const given = new Set(rows.map(({ number }) => number));
  let last = Math.max(counter?.last ?? 0, ...wanted);
  const numbers = new Map<string, number>();
  for (const { id, number } of quotes)
    if (number !== null) numbers.set(id, given.has(number) ? ++last : number);
  await tx.quoteCounter.update({ where: { installId }, data: { last } });
  return numbers;
}

type HistoryInput = { to: InstallId; quotes: Quote[]; numbers: Map<string, number>; actor: Actor | null };

async function writeHistory(tx: Tx, { to: installId, quotes, numbers, actor }: HistoryInput): Promise<void> {
  await tx.quoteEvent.createMany({
    data: quotes.map(({ id: quoteId, number, version }) => {
      const id = randomUUID();
      const formerly = number !== null && numbers.get(quoteId) !== number ? quoteNumber(number) : null;
      return {
        installId,
        id,
        quoteId,
        version,
        side: 'staff',
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
        kind: formerly === null ? 'imported' : 'imported_renumbered',
        detailEnc: formerly === null ? null : sealDetail({ installId, id }, { message: formerly }),
      };
    }),
  });
  for (const { id } of quotes) await notifyLive(tx, { installId, kind: 'quote', id });
}
