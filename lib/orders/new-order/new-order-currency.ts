import {
  type ComposerStore,
  type DraftExchange,
  type DraftLine,
  draftTotals,
  type NewOrderDraft,
  orderCurrency,
} from '@/lib/orders/new-order/new-order-draft';
import { isSaidInverse, parseRate, rateText } from '@/lib/shared/numbers/exchange-rate';
import {
  convertBackMinor,
  convertMinor,
  type ExchangeRate,
  parseAmount,
  plainAmount,
} from '@/lib/shared/numbers/money';

type Currencies = Pick<ComposerStore, 'pricingCurrency' | 'currencies'>;
/** What of a line tells its catalogue price. */
type Listed = Pick<DraftLine, 'cataloguePriceMinor'>;
type Priced = Pick<NewOrderDraft, 'currency' | 'exchange'>;

/** The rate that is sent: the store's own to the last digit while its text stands, else as typed; null: unreadable. */
export function rateOf({ exchange }: Pick<NewOrderDraft, 'exchange'>): ExchangeRate | null {
  if (!exchange) return null;
  const { store, text, inverse } = exchange;
  if (store && text === rateText(store, inverse)) return { scaled: store.scaled, scale: store.scale };
  const parsed = parseRate(text, inverse);
  return parsed.ok ? parsed.rate : null;
}

/** The catalogue's price of a line in the order's currency; null when it is unknown, or the rate is. */
export function cataloguePriceMinor(line: Listed, draft: Priced, store: Currencies): number | null {
  const { cataloguePriceMinor: price } = line;
  const { code, decimals } = orderCurrency(draft, store);
  if (price === null || code === store.pricingCurrency.code) return price;
  const rate = rateOf(draft);
  const minor = rate ? convertMinor(price, store.pricingCurrency.decimals, decimals, rate) : Number.NaN;
  return Number.isSafeInteger(minor) ? minor : null;
}

/** A line that comes in at a price of the pricing currency, as the catalogue has it, in the order's own. */
export function lineInCurrency(line: DraftLine, draft: Priced, store: Currencies): DraftLine {
  const stands = standsAtCatalogue(line, line.price, { ...draft, currency: store.pricingCurrency }, store);
  if (stands)
    return atCatalogue(
      { ...line, price: inPricingCurrency(draft, store) ? line.price : '', agreedIn: undefined },
      draft,
      store,
    );
  return line.price === '' ? line : { ...line, agreedIn: line.agreedIn ?? store.pricingCurrency.code };
}

/** The mark of a price that was typed: agreed, in the order's currency, unless it is the catalogue's. */
export function currencyAgreedIn(
  line: Listed,
  price: string,
  draft: Priced,
  store: Currencies,
): string | undefined {
  return price === '' || standsAtCatalogue(line, price, draft, store) ? undefined : draft.currency.code;
}

/** The rate of the store for a currency, to be suggested; null for the store's own, or when none can be read (A18). */
export function suggestedExchange(store: ComposerStore, code: string): DraftExchange | null {
  const rate = store.currencies.find((currency) => currency.code === code)?.rate;
  if (!rate || code === store.pricingCurrency.code) return null;
  const inverse = isSaidInverse(rate);
  return { text: rateText(rate, inverse), inverse, store: { ...rate, asOf: store.ratesAsOf } };
}

/** Whether the store's rate is another by now than the one the draft keeps: shown, never applied by itself. */
export function isRateOvertaken({ currency, exchange }: Priced, store: ComposerStore): boolean {
  const now = store.currencies.find(({ code }) => code === currency.code)?.rate;
  const { store: then } = exchange ?? {};
  return Boolean(now && then && (now.scaled !== then.scaled || now.scale !== then.scale));
}

/** The total in the pricing currency, by the draft's rate; null in the store's own currency, or while one is unreadable. */
export function pricingTotalMinor(draft: NewOrderDraft, store: Currencies): number | null {
  const { code, decimals } = orderCurrency(draft, store);
  const rate = rateOf(draft);
  const { totalMinor } = draftTotals(draft, decimals);
  if (code === store.pricingCurrency.code || !rate || totalMinor === null) return null;
  const minor = convertBackMinor(totalMinor, decimals, store.pricingCurrency.decimals, rate);
  return Number.isSafeInteger(minor) ? minor : null;
}

/**
 * The draft in another currency, at the store's rate. What stands at the catalogue price is converted; what was typed
 * stays as it was typed and is to be checked.
 */
export function withCurrency(draft: NewOrderDraft, store: ComposerStore, code: string): NewOrderDraft {
  const typedIn = draft.currency.code;
  const mark = (amount: string, before: string | undefined) =>
    amount.trim() === '' ? undefined : (before ?? typedIn);
  const marked: NewOrderDraft = {
    ...draft,
    currency: orderCurrency({ ...draft, currency: { ...draft.currency, code } }, store),
    lines: draft.lines.map((line) =>
      line.cataloguePriceMinor === null ? { ...line, agreedIn: mark(line.price, line.agreedIn) } : line,
    ),
    discount: { ...draft.discount, agreedIn: mark(draft.discount.amount, draft.discount.agreedIn) },
    feeIn: mark(draft.fee, draft.feeIn),
  };
  return withExchange(marked, store, suggestedExchange(store, code));
}

/** The draft at another rate: catalogue prices follow it, agreed ones do not. */
export function withExchange(
  draft: NewOrderDraft,
  store: ComposerStore,
  exchange: DraftExchange | null,
): NewOrderDraft {
  const priced = { ...draft, exchange };
  return { ...priced, lines: draft.lines.map((line) => atCatalogue(line, priced, store)) };
}

/** The line at the catalogue's price, unless another was agreed. While the rate is half typed it stays as it was. */
function atCatalogue(line: DraftLine, draft: Priced, store: Currencies): DraftLine {
  if (line.agreedIn !== undefined || line.cataloguePriceMinor === null) return line;
  const minor = cataloguePriceMinor(line, draft, store);
  if (minor !== null) return { ...line, price: plainAmount(minor, orderCurrency(draft, store).decimals) };
  // A price that no amount can hold at this rate is none; the old one would be of another currency.
  return rateOf(draft) ? { ...line, price: '' } : line;
}

const inPricingCurrency = ({ currency }: Priced, { pricingCurrency }: Currencies) =>
  currency.code === pricingCurrency.code;

function standsAtCatalogue(line: Listed, price: string, draft: Priced, store: Currencies): boolean {
  const parsed = parseAmount(price, orderCurrency(draft, store).decimals);
  const catalogueMinor = cataloguePriceMinor(line, draft, store);
  return parsed.ok && catalogueMinor !== null && parsed.amountMinor === catalogueMinor;
}
