import 'server-only';
import { z } from 'zod';
import { Text } from 'commerce-platform-client/contract/text';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { FindOpenQuotesCommand } from '@/lib/quotes/quote-commands';
import type { QuoteFilters } from '@/lib/quotes/quote-list-url';
import { numberOfQuote, quoteNumber } from '@/lib/quotes/quote-content';
import { customerOf, draftOf } from '@/lib/quotes/quote-rows.server';
import { isLinkClosed, openStates, quoteStateOf, quoteStates } from '@/lib/quotes/quote-state';
import { countMovedQuotes, readMovedQuotes } from '@/lib/quotes/rate/read-moved-quotes.server';
import type { QuoteListItem, QuotePage } from '@/lib/quotes/quote-view';
import { CursorTime, listCursor } from '@/lib/shared/lists/list-cursor';
import { latinDigits } from '@/lib/shared/numbers/money';
import { readPhone } from '@/lib/shared/phone';
import { hasRight } from '@/lib/shared/roles/roles';
import { areDigitsClosed, wrongTriesMax } from '@/lib/system/http/unlock-tries';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { customerKeys, phoneKeys } from '@/lib/system/keys/customer-columns';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Prisma, Quote } from '@/lib/system/generated/prisma/client';

const pageSize = 50;

/** Cursor of the quote list: the time of the last change of the last quote on the page, and the id of that quote. */
const Cursor = z.tuple([CursorTime, z.uuid()]);

/** Query of the quote list. If the cursor is invalid, the request is refused with 400. */
export const QuoteListQuery = z.object({
  state: z.enum([...quoteStates, 'open', 'agreed', 'rate_moved']).optional(),
  q: Text.trim().max(200).default(''),
  cursor: listCursor(Cursor).optional(),
} satisfies Record<keyof QuoteFilters | 'cursor', z.ZodType>);

/**
 * Returns one page of quotes, the quote with the latest change first. Drafts that were never sent are included only if
 * `state` is `draft`.
 *
 * `q` is a quote number (12, Q-12), a phone number in any notation, or complete words of a customer's name. Names and
 * phone numbers are stored encrypted and are found by their hashes. For a user without the right to personal data, `q`
 * can only be a quote number, and the rows have no names (S35).
 */
export async function listQuotes(
  { installId, db, store, role }: InstallContext,
  { state, q, cursor }: z.output<typeof QuoteListQuery>,
): Promise<QuotePage> {
  const mayKnow = hasRight(role, 'see_personal_data');
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const after = cursor && {
      OR: [{ updatedAt: { lt: cursor[0] } }, { updatedAt: cursor[0], id: { lt: cursor[1] } }],
    };
    const rows = await tx.quote.findMany({
      where: {
        installId,
        AND: [
          after ?? {},
          searchOf(q, mayKnow ? { installId, country: store.country } : null),
          state === 'rate_moved' ? { id: { in: await readMovedQuotes(tx, installId) } } : stateOf(state, now),
        ],
      },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: pageSize + 1,
    });
    const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
    const shown = rows.slice(0, pageSize);
    const moved = await movedOf(tx, installId, shown);
    return {
      quotes: shown.map((row) => listItem(row, { now, mayKnow, isRateMoved: moved.has(row.id) })),
      next: last ? `${last.updatedAt.toISOString()} ${last.id}` : null,
      moved: await countMovedQuotes(tx, installId),
      ...(cursor === undefined && { waiting: await countWaiting(tx, installId, now) }),
    };
  });
}

/** Maximum number of quotes that are counted for a tab. If the count reaches this maximum, the tab shows "99+". */
const waitingMax = 100;

/**
 * Counts the quotes of the tabs that wait for the store or for a customer, up to `waitingMax`. The count of
 * `needs_attention` reads all open quotes of the store, if fewer of them need attention.
 */
async function countWaiting(
  tx: Tx,
  installId: InstallContext['installId'],
  now: Date,
): Promise<NonNullable<QuotePage['waiting']>> {
  const count = (state: 'needs_attention' | 'open') =>
    tx.quote.count({ where: { installId, ...stateOf(state, now) }, take: waitingMax });
  return { needs_attention: await count('needs_attention'), open: await count('open') };
}

/**
 * Returns the quotes of a phone number that the customer can still answer. The screen shows these quotes, so that a
 * user does not send a second quote by mistake.
 */
export async function findOpenQuotes(
  { installId, db, store }: InstallContext,
  { phone, except }: FindOpenQuotesCommand,
): Promise<{ code: 'found'; status: 200; quotes: QuoteListItem[] }> {
  const reading = readPhone(phone, store.country);
  if (!reading.ok) return { code: 'found', status: 200, quotes: [] };
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const rows = await tx.quote.findMany({
      where: {
        installId,
        phoneKey: { in: phoneKeys('quotes', installId, reading.e164) },
        ...stateOf('open', now),
        ...(except && { id: { not: except } }),
      },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: 5,
    });
    return { code: 'found', status: 200, quotes: rows.map((row) => listItem(row, { now, mayKnow: true })) };
  });
}

/** Maximum number of quotes of one phone number that are listed. */
const ofPhoneMax = 50;

/**
 * Returns the sent quotes of a phone number (E.164), the latest change first, at most `ofPhoneMax`. The caller checks
 * the right to see personal data.
 */
export async function findQuotesOfPhone(
  tx: Tx,
  installId: InstallContext['installId'],
  phone: string,
): Promise<QuoteListItem[]> {
  const now = await dbNow(tx);
  const rows = await tx.quote.findMany({
    where: {
      installId,
      phoneKey: { in: phoneKeys('quotes', installId, phone) },
      ...stateOf(undefined, now),
    },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: ofPhoneMax,
  });
  return rows.map((row) => listItem(row, { now, mayKnow: true }));
}

/** Returns the drafts that were never sent, the latest change first, at most `limit`. */
export async function findDrafts(
  { installId, db, role }: InstallContext,
  limit: number,
): Promise<QuoteListItem[]> {
  const mayKnow = hasRight(role, 'see_personal_data');
  return db.transaction(async (tx) => {
    const now = await dbNow(tx);
    const rows = await tx.quote.findMany({
      where: { installId, state: 'draft' },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map((row) => listItem(row, { now, mayKnow }));
  });
}

/**
 * Returns the database condition for a state filter of the quote list. `rate_moved` is not handled here, because the
 * SQL function find_moved_quotes finds these quotes.
 */
export function stateOf(
  state: Exclude<z.output<typeof QuoteListQuery>['state'], 'rate_moved'>,
  now: Date,
): Prisma.QuoteWhereInput {
  const open = { state: { in: [...openStates] } };
  switch (state) {
    case undefined:
      return { state: { not: 'draft' } };
    case 'open':
      return { ...open, expiresAt: { gt: now } };
    // `agreed`: the customer accepted the quote, and its order exists or is being created.
    case 'agreed':
      return { state: { in: ['accepted', 'converted'] } };
    // The worker stores the state `expired` within a minute after `expiresAt`. Until then, only `expiresAt` shows that
    // the quote has expired.
    case 'expired':
      return { OR: [{ state: 'expired' }, { ...open, expiresAt: { lte: now } }] };
    case 'sent':
    case 'opened':
      return { state, expiresAt: { gt: now } };
    // `needs_attention`: the store's staff must do something for the quote.
    case 'needs_attention':
      return {
        OR: [
          { state },
          { ...open, changeRequestedAt: { not: null } },
          { ...open, expiresAt: { gt: now }, wrongTries: { gte: wrongTriesMax } },
        ],
      };
    default:
      return { state };
  }
}

/**
 * Returns the database condition for a search text. `person` contains what a search for customers needs: the install,
 * and the country for phone numbers. It is null if the user has no right to personal data; then only a quote number can
 * find a quote.
 */
function searchOf(
  q: string,
  person: { installId: InstallContext['installId']; country: string } | null,
): Prisma.QuoteWhereInput {
  if (q === '') return {};
  const number = numberOfQuote(latinDigits(q));
  const ways = [
    ...(number ? [{ number: Number(number) }] : []),
    ...(person ? customerSearch(q, person) : []),
  ];
  // If `q` cannot be in any quote, the condition must match no quote. An empty OR would be wrong, because Prisma
  // ignores an empty OR inside AND, so every quote would match.
  return ways.length > 0 ? { OR: ways } : { id: { in: [] } };
}

function customerSearch(
  q: string,
  person: { installId: InstallContext['installId']; country: string },
): Prisma.QuoteWhereInput[] {
  const { phone, words } = customerKeys('quotes', person, q);
  return [
    ...(phone ? [{ phoneKey: { in: phone } }] : []),
    ...(words.length > 0 ? [{ AND: words.map((keys) => ({ nameKeys: { hasSome: keys } })) }] : []),
  ];
}

/** Returns the ids of the quotes among `rows` whose price must be updated (state `rate_moved`). */
async function movedOf(
  tx: Tx,
  installId: InstallContext['installId'],
  rows: Quote[],
): Promise<ReadonlySet<string>> {
  const ids = rows.map(({ id }) => id);
  return new Set(await readMovedQuotes(tx, installId, ids));
}

/**
 * Converts a quote to a row of the quote list. `mayKnow`: the user has the right to personal data. `isRateMoved`: the
 * price must be updated. A caller that does not need this state leaves `isRateMoved` out.
 */
export function listItem(
  row: Quote,
  { now, mayKnow, isRateMoved = false }: { now: Date; mayKnow: boolean; isRateMoved?: boolean },
): QuoteListItem {
  const { id, number, currency, decimals, totalMinor, orderId, orderNumber } = row;
  const customer = orUnreadable(() => customerOf(row));
  return {
    id,
    isUnreadable: customer === 'unreadable' || orUnreadable(() => draftOf(row)) === 'unreadable',
    isPersonHidden: !mayKnow,
    number: number === null ? null : quoteNumber(number),
    state: quoteStateOf(row, now),
    customerName: (mayKnow && customer !== 'unreadable' && customer?.name) || null,
    total:
      currency === null || decimals === null || totalMinor === null
        ? null
        : { amount_minor: Number(totalMinor), currency, decimals },
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    hasDraft: row.draftEnc !== null,
    changeRequested: row.changeRequestedAt !== null,
    areDigitsClosed: areDigitsClosed(row) && !isLinkClosed(row, now),
    isRateMoved,
    order: orderId === null ? null : { id: orderId, number: orderNumber ?? orderId },
    madeBy: row.actorName,
  };
}
