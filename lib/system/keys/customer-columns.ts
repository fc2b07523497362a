import 'server-only';
import { z } from 'zod';
import { foldText } from '@/lib/shared/fold-text';
import { readPhone } from '@/lib/shared/phone';
import {
  blindIndex,
  blindIndexes,
  encrypt,
  openAs,
  parseAs,
  parseJson,
  type Place,
} from '@/lib/system/keys/crypto';
import type { IndexColumns } from '@/lib/system/keys/rotate-data-keys';

/** Name and phone of a customer. An empty text means that it is not known. */
export const Customer = z.object({ name: z.string(), phone: z.string() });
export type Customer = z.infer<typeof Customer>;

/**
 * Tables that store the customer of a row in three columns. `customer_enc` is for reading. `phone_key` and `name_keys`
 * are for searching: keyed hashes of the phone and of each word of the name.
 */
type CustomerTable = 'quotes' | 'created_orders' | 'order_customers' | 'order_links';
type CustomerRow = { installId: string; id: string };

const placeOf = (table: CustomerTable, { installId, id }: CustomerRow): Place => ({
  installId,
  column: `${table}.customer_enc`,
  row: [id],
});

/** Returns the three columns for a customer. An empty customer is stored as null. */
export function sealCustomer(table: CustomerTable, row: CustomerRow, { name, phone }: Customer) {
  const isEmpty = name === '' && phone === '';
  return {
    customerEnc: isEmpty ? null : encrypt(JSON.stringify({ name, phone }), placeOf(table, row)),
    ...indexesOf(table, row.installId, { name, phone }),
  };
}

/** Decrypts a customer. Throws UnreadableValue if that is impossible (lib/system/keys/crypto.ts). */
export function openCustomer(table: CustomerTable, row: CustomerRow, sealed: string): Customer {
  return openAs(Customer, sealed, placeOf(table, row));
}

function indexesOf(table: CustomerTable, installId: string, { name, phone }: Customer) {
  return {
    phoneKey: phone === '' ? null : blindIndex(phone, { installId, column: `${table}.phone_key` }),
    nameKeys: wordsOf(name).map((word) => blindIndex(word, { installId, column: `${table}.name_keys` })),
  };
}

/** Returns the words of a name in the form in which they are hashed and searched, at most 20. */
const wordsOf = (name: string) => [...new Set(foldText(name).split(' ').filter(Boolean))].slice(0, 20);

/**
 * Returns the hashes under which a phone number (E.164) may be stored, one for each data key that may have been used.
 */
export const phoneKeys = (table: CustomerTable, installId: string, phone: string) =>
  blindIndexes(phone, { installId, column: `${table}.phone_key` });

/** Hashes to search for. `phone` is null if the text is not a phone number. `words` has the hashes of each word. */
export type CustomerKeys = { phone: string[] | null; words: string[][] };

/**
 * Returns the hashes for a search. A customer matches in two cases: the phone has one of the hashes of
 * `phone`, or the name contains every word of `words`. The name contains a word if it has one of the hashes
 * of that word. `country` is the country of phone numbers without a country code.
 */
export function customerKeys(
  table: CustomerTable,
  { installId, country }: { installId: string; country: string },
  text: string,
): CustomerKeys {
  const phone = readPhone(text, country);
  return {
    phone: phone.ok ? phoneKeys(table, installId, phone.e164) : null,
    words: wordsOf(text).map((word) => blindIndexes(word, { installId, column: `${table}.name_keys` })),
  };
}

const indexesIn = (table: CustomerTable): IndexColumns[string] => ({
  types: { phone_key: 'text', name_keys: 'text[]' },
  valuesOf(place, plain) {
    const customer = parseAs(Customer, parseJson(plain, place), place);
    const { phoneKey, nameKeys } = indexesOf(table, place.installId, customer);
    return { phone_key: phoneKey, name_keys: nameKeys };
  },
});

/**
 * The columns with hashes (blind indexes) of a customer's data, for lib/system/keys/rotate-data-keys.ts. The hashes are
 * made with the same data key that encrypts the customer.
 */
export const customerIndexes: IndexColumns = {
  'quotes.customer_enc': indexesIn('quotes'),
  'created_orders.customer_enc': indexesIn('created_orders'),
  'order_customers.customer_enc': indexesIn('order_customers'),
  'order_links.customer_enc': indexesIn('order_links'),
};
