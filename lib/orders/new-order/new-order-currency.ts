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
/**
 * The field of an order line that has the catalogue price of the line. The price is in the pricing currency of the
 * store.
 */
type Listed = Pick<DraftLine, 'cataloguePriceMinor'>;
type Priced = Pick<NewOrderDraft, 'currency' | 'exchange'>;

/**
 * Returns the exchange rate that is sent with an order; null if the typed rate cannot be parsed. If the user did not
 * change the suggested text, the result is the store's exact rate. If the user changed it, the result is the typed
 * rate.
 */
export function rateOf({ exchange }: Pick<NewOrderDraft, 'exchange'>): ExchangeRate | null {
  if (!exchange) return null;
  const { store, text, inverse } = exchange;
  if (store && text === rateText(store, inverse)) return { scaled: store.scaled, scale: store.scale };
  const parsed = parseRate(text, inverse);
  return parsed.ok ? parsed.rate : null;
}

/**
 * Returns the catalogue price of an order line in the order's currency; null if the price or the exchange rate is
 * unknown.
 */
export function cataloguePriceMinor(line: Listed, draft: Priced, store: Currencies): number | null {
  const { cataloguePriceMinor: price } = line;
  const { code, decimals } = orderCurrency(draft, store);
  if (price === null || code === store.pricingCurrency.code) return price;
  const rate = rateOf(draft);
  const minor = rate ? convertMinor(price, store.pricingCurrency.decimals, decimals, rate) : Number.NaN;
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Converts the price of a new order line from the pricing currency of the store to the order's currency. */
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

/**
 * Returns the currency in which the user agreed a typed price. Returns undefined if the price is empty or equals the
 * catalogue price.
 */
export function currencyAgreedIn(
  line: Listed,
  price: string,
  draft: Priced,
  store: Currencies,
): string | undefined {
  return price === '' || standsAtCatalogue(line, price, draft, store) ? undefined : draft.currency.code;
}

/**
 * Returns the store's exchange rate for a currency, as a suggestion for the form. Null for the store's pricing
 * currency, or if the store has no readable rate (A18).
 */
export function suggestedExchange(store: ComposerStore, code: string): DraftExchange | null {
  const { rate, rateAsOf } = store.currencies.find((currency) => currency.code === code) ?? {};
  if (!rate || code === store.pricingCurrency.code) return null;
  const inverse = isSaidInverse(rate);
  return { text: rateText(rate, inverse), inverse, store: { ...rate, asOf: rateAsOf ?? store.ratesAsOf } };
}

/**
 * True if the store's exchange rate has changed since it was copied to the draft. Then the form shows both rates, and
 * the draft gets the new rate only if the user chooses it.
 */
export function isRateOvertaken({ currency, exchange }: Priced, store: ComposerStore): boolean {
  const now = store.currencies.find(({ code }) => code === currency.code)?.rate;
  const { store: then } = exchange ?? {};
  return Boolean(now && then && (now.scaled !== then.scaled || now.scale !== then.scale));
}

/**
 * Total of the order in the store's pricing currency, in minor units, at the exchange rate of the draft. Null if the
 * order is already in the pricing currency, or if the total or the rate cannot be parsed.
 */
export function pricingTotalMinor(draft: NewOrderDraft, store: Currencies): number | null {
  const { code, decimals } = orderCurrency(draft, store);
  const rate = rateOf(draft);
  const { totalMinor } = draftTotals(draft, decimals);
  if (code === store.pricingCurrency.code || !rate || totalMinor === null) return null;
  const minor = convertBackMinor(totalMinor, decimals, store.pricingCurrency.decimals, rate);
  return Number.isSafeInteger(minor) ? minor : null;
}

/**
 * Changes the currency of a draft, at the store's exchange rate. Prices that equal the catalogue price are converted.
 * Amounts that the user typed stay unchanged, and the user must check them.
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

/**
 * Changes the exchange rate of a draft. Prices that equal the catalogue price are converted at the new rate. Agreed
 * prices stay unchanged.
 */
export function withExchange(
  draft: NewOrderDraft,
  store: ComposerStore,
  exchange: DraftExchange | null,
): NewOrderDraft {
  const priced = { ...draft, exchange };
  return { ...priced, lines: draft.lines.map((line) => atCatalogue(line, priced, store)) };
}

/**
 * Sets the price of an order line to the catalogue price in the order's currency. A line with an agreed price does not
 * change. If the exchange rate cannot be parsed, the line does not change either.
 */
function atCatalogue(line: DraftLine, draft: Priced, store: Currencies): DraftLine {
  if (line.agreedIn !== undefined || line.cataloguePriceMinor === null) return line;
  const minor = cataloguePriceMinor(line, draft, store);
  if (minor !== null) return { ...line, price: plainAmount(minor, orderCurrency(draft, store).decimals) };
  // The converted price is too large for an amount, so the price field is emptied. The old price would be wrong,
  // because it is in another currency.
  return rateOf(draft) ? { ...line, price: '' } : line;
}

const inPricingCurrency = ({ currency }: Priced, { pricingCurrency }: Currencies) =>
  currency.code === pricingCurrency.code;

function standsAtCatalogue(line: Listed, price: string, draft: Priced, store: Currencies): boolean {
  const parsed = parseAmount(price, orderCurrency(draft, store).decimals);
  const catalogueMinor = cataloguePriceMinor(line, draft, store);
  return parsed.ok && catalogueMinor !== null && parsed.amountMinor === catalogueMinor;
}
