import 'server-only';
import { contextOf, type InstallContext } from '@/lib/installs/require-install.server';
import { QuoteId } from '@/lib/quotes/quote-commands';
import { quoteNumber } from '@/lib/quotes/quote-content';
import { contentOf, type QuoteKey } from '@/lib/quotes/quote-rows.server';
import type { QuoteContent } from '@/lib/quotes/quote-content';
import { readMovedQuotes } from '@/lib/quotes/rate/read-moved-quotes.server';
import { isLinkClosed, quoteStateOf, type QuoteState } from '@/lib/quotes/quote-state';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import { readStoreContact } from '@/lib/store/read-store-contact.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { areDigitsClosed } from '@/lib/system/http/unlock-tries';
import { isToken, orUnreadable, sha256Hex } from '@/lib/system/keys/crypto';
import { dbNow, tenantDb, withSystem } from '@/lib/system/db';

/**
 * A quote that was found by its link, with the data that the acceptance page needs. `content` contains personal data.
 */
export type LinkedQuote = QuoteKey & {
  /** Country of the store (ISO 3166). */
  country: string;
  /** How the customer reaches the store. */
  contact: StoreContact;
  number: string;
  state: Exclude<QuoteState, 'draft' | 'expired' | 'withdrawn'>;
  version: number;
  content: QuoteContent;
  contentHash: string;
  expiresAt: Date;
  changeRequested: boolean;
  /** True if the store's exchange rate has moved beyond the quote's limit, so the price must be updated first. */
  isRateMoved: boolean;
  orderNumber: string | null;
  /** True if the page may show only the state of the quote. */
  isClosed: boolean;
  /**
   * True if too many wrong digits of the phone number were typed. The digits are not checked until a user of the store
   * allows new attempts.
   */
  areDigitsClosed: boolean;
};

/**
 * Returns the quote of a link's token. Returns null if the token is unknown, incomplete or revoked. Also returns null
 * if the quote has expired, was withdrawn or was deleted, or if the store has uninstalled the app. The caller cannot
 * distinguish these cases. The function changes nothing.
 */
export async function openLink(token: string): Promise<LinkedQuote | null> {
  if (!isToken(token)) return null;
  const link = await withSystem((tx) => tx.quoteLink.findFirst({ where: { tokenHash: sha256Hex(token) } }));
  if (!link || link.revokedAt) return null;
  const installId = InstallId.parse(link.installId);
  const quoteId = QuoteId.parse(link.quoteId);
  return tenantDb(installId).transaction(async (tx) => {
    const quote = await tx.quote.findUnique({ where: { installId_id: { installId, id: quoteId } } });
    const install = await tx.install.findUnique({
      where: { installId },
      select: { revokedAt: true, country: true },
    });
    if (!quote?.number || !install || install.revokedAt) return null;
    const now = await dbNow(tx);
    const state = quoteStateOf(quote, now);
    if (state === 'draft' || state === 'expired' || state === 'withdrawn') return null;
    const row = await tx.quoteVersion.findUnique({
      where: { installId_quoteId_version: { installId, quoteId, version: quote.version } },
    });
    const content = row && orUnreadable(() => contentOf(row));
    if (!content || content === 'unreadable') return null;
    return {
      installId,
      quoteId,
      country: install.country,
      contact: await readStoreContact(tx, installId),
      number: quoteNumber(quote.number),
      state,
      version: quote.version,
      content,
      contentHash: row.contentHash,
      expiresAt: row.expiresAt,
      changeRequested: quote.changeRequestedAt !== null,
      isRateMoved: (await readMovedQuotes(tx, installId, [quoteId])).length > 0,
      orderNumber: quote.orderNumber,
      isClosed: isLinkClosed(quote, now),
      areDigitsClosed: areDigitsClosed(quote) && !isLinkClosed(quote, now),
    };
  });
}

/**
 * Returns the context in which a customer's answer is processed. No merchant is signed in; the link alone decides what
 * the customer may do. So the context has the role owner, which has all rights. Returns null if the store has
 * uninstalled the app.
 */
export async function contextOfLink({ installId }: QuoteKey): Promise<InstallContext | null> {
  const install = await withSystem((tx) => tx.install.findUnique({ where: { installId } }));
  return install && !install.revokedAt ? contextOf(install, { actor: null, role: 'owner' }) : null;
}
