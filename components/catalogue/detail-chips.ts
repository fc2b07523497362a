import type { ChatDetails, Found } from '@/lib/catalogue/details/chat-details';
import { storeAreaOf } from '@/lib/catalogue/details/area-names';
import type { PasteTarget } from '@/lib/catalogue/message-match';
import type { PhoneReader } from '@/lib/shared/phone';
import { type Money, parseAmount, plainAmount } from '@/lib/shared/numbers/money';
import { chosenHit, quantityOf, type ReviewRow } from './paste-review';

/** A detail from a pasted message, such as a phone number or a price. The merchant accepts it with one tap. */
export type DetailChip = {
  /** Key of the chip. It stays the same when the merchant changes another row of the review. */
  id: string;
  /**
   * Text that the chip writes into the form field. In a chip for a price, it is the price of one piece, in major units.
   */
  value: string;
  /**
   * True if the message names the field next to the value ("Name: …"), or if the value can only belong to this field. A
   * chip can be accepted without a tap only if this is true.
   */
  isSure: boolean;
} & (
  | { field: 'phone' | 'name' | 'province' | 'address'; shown: string; isTyped: boolean; problem: boolean }
  | { field: 'price'; row: number; each: Money; total: Money | null }
);

type Values = {
  details: ChatDetails;
  /**
   * Rows in which the merchant reviews the items of the message. Only some rows can have a price: `itemRows` lists the
   * indexes of these rows in `rows`. A price in `details` has a position in `itemRows`. The number at that position is
   * the index of the price's row.
   */
  rows: readonly ReviewRow[];
  itemRows: readonly number[];
  target: PasteTarget;
  /** Parses phone numbers with the same rules as the form. Null if the code of the parser could not be loaded. */
  readPhone: PhoneReader | null;
  locale: 'ar' | 'en';
};

/** Returns the chips for the details of a message. A detail gets no chip if the form already has its value. */
export function chipsOf(values: Values): DetailChip[] {
  return [...customerChips(values), ...priceChips(values)];
}

function customerChips({ details, target, readPhone, locale }: Values): DetailChip[] {
  const chip = (
    field: 'phone' | 'name' | 'province' | 'address',
    found: Found<string>,
    value: string,
    shown: string,
    problem = false,
  ): DetailChip[] => {
    const typed = target.typed[field].trim();
    if (typed === value) return [];
    const isSure = found.confidence === 'sure' && !problem;
    return [{ id: field, field, value, shown, isTyped: typed !== '', problem, isSure }];
  };
  const { phone, name, province, address } = details;
  const read = phone && readPhone?.(phone.value, target.country);
  const area = province && storeAreaOf(province.value, target.provinces);
  return [
    ...(phone
      ? chip('phone', phone, phone.value, read?.ok ? read.international : phone.value, read?.ok === false)
      : []),
    ...(name ? chip('name', name, name.value, name.value) : []),
    ...(province && area ? chip('province', province, area.value, area[locale]) : []),
    ...(address ? chip('address', address, address.value, address.value) : []),
  ];
}

/**
 * Maximum factor between the catalogue price and a possible meaning of a price in the message. A price may be a short
 * form: "290" can mean 290 or 290,000. A meaning that is further away from the catalogue price is ignored. The factor
 * leaves room for discounts and typing errors, and is far below the 1,000 between the two meanings.
 */
const nearFactor = 4;
/**
 * Limit for short forms of prices ("290" for 290,000). Only a number below this limit may be a short form. A number
 * that reaches the limit is always the full amount.
 */
const thousandsBelow = 10_000;
/** Currencies in which people leave out the word "thousand". */
const inThousands = new Set(['SYP', 'LBP', 'IQD']);
/**
 * Maximum number of possible meanings of a price in a message. A price with more possible meanings gets no chip,
 * because a chip would probably be wrong.
 */
const readingsMax = 2;

function priceChips({ details, rows, itemRows, target: { currency } }: Values): DetailChip[] {
  return details.prices.flatMap(({ value: price, confidence }): DetailChip[] => {
    const at = itemRows[price.item];
    const row = at === undefined ? undefined : rows[at];
    const quantity = row && quantityOf(row);
    if (at === undefined || !row || !quantity || row.choice === 'leave_out') return [];
    if (price.currencies && !price.currencies.includes(currency.code)) return [];
    const isShort =
      price.isBare && !price.currencies && price.amount < thousandsBelow && inThousands.has(currency.code);
    const amounts = isShort ? [price.amount, price.amount * 1_000] : [price.amount];
    const bases =
      quantity === 1 || price.basis === 'each' ? [false] : price.basis === 'total' ? [true] : [false, true];
    const listed = chosenHit(row)?.price;
    const listedMinor = listed?.currency === currency.code ? listed.amount_minor : null;
    const readings = amounts.flatMap((amount) =>
      bases.flatMap((isTotal) => {
        const parsed = parseAmount(String(amount), currency.decimals);
        if (!parsed.ok || parsed.amountMinor <= 0) return [];
        const each = isTotal ? parsed.amountMinor / quantity : parsed.amountMinor;
        const isNear =
          listedMinor === null || (each <= listedMinor * nearFactor && each * nearFactor >= listedMinor);
        if (!Number.isSafeInteger(each) || !Number.isSafeInteger(each * quantity)) return [];
        return isShort && !isNear ? [] : [{ each, isTotal }];
      }),
    );
    if (readings.length > readingsMax) return [];
    const money = (amount_minor: number): Money => ({
      amount_minor,
      currency: currency.code,
      decimals: currency.decimals,
    });
    return readings.map(({ each, isTotal }) => ({
      id: `price-${price.item}-${isTotal ? 'total' : 'each'}-${each}`,
      field: 'price',
      row: at,
      value: plainAmount(each, currency.decimals),
      each: money(each),
      total: quantity > 1 ? money(each * quantity) : null,
      isSure: confidence === 'sure' && readings.length === 1,
    }));
  });
}

/**
 * Returns the chips that are accepted without a tap: the name and the phone number, if the message clearly marks them
 * as such. The merchant sees both values in the form, and they never replace what the merchant has typed. An address,
 * an area and a price always need a tap.
 */
export const firstAccepted = (chips: readonly DetailChip[]): ReadonlySet<string> =>
  new Set(
    chips.flatMap((chip) =>
      (chip.field === 'name' || chip.field === 'phone') && chip.isSure && !chip.isTyped ? [chip.id] : [],
    ),
  );

/**
 * Accepts a chip. If the chip is already accepted, removes it. A row has at most one accepted price, so accepting a
 * price removes the row's other price.
 */
export function toggled(
  accepted: ReadonlySet<string>,
  chip: DetailChip,
  chips: readonly DetailChip[],
): ReadonlySet<string> {
  const next = new Set(accepted);
  if (next.delete(chip.id)) return next;
  if (chip.field === 'price')
    for (const other of chips) if (other.field === 'price' && other.row === chip.row) next.delete(other.id);
  return next.add(chip.id);
}
