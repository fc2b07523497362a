/** Place of a value in the pasted text, as offsets of JavaScript characters. `end` is exclusive. */
export type Place = { start: number; end: number };

/**
 * A value that was found in a chat. `sure`: the text names the field next to the value ("Name: …"), or the value has a
 * form that nothing else has. `likely`: the value was recognized by the words around it.
 */
export type Found<Value> = { value: Value; place: Place; confidence: 'sure' | 'likely' };

/**
 * Whether an agreed price is for one piece or for all pieces of an item. `open`: the text does not show which one is
 * meant, and the quantity is above 1.
 */
export type PriceBasis = 'each' | 'total' | 'open';

/** A price that was agreed for one item of the order, according to the text. */
export type AgreedPrice = {
  /** Index of the item in the list that the caller gave. */
  item: number;
  /** Amount in major units, for example 290000 for "290 ألف". */
  amount: number;
  /** True if the amount is written without "thousand". In Syria, people often leave that word out. */
  isBare: boolean;
  basis: PriceBasis;
  /** Codes of the currencies (ISO 4217) that the text can mean; null if it names none. */
  currencies: readonly string[] | null;
};

/**
 * Details of an order that were found in a chat. A field is null if the text does not have it, or if the text allows
 * more than one reading.
 */
export type ChatDetails = {
  /** Phone number with Latin digits, as it was written: "+963 944 123 456". The composer validates it. */
  phone: Found<string> | null;
  name: Found<string> | null;
  /** Key of the area that the text names (area-names.ts). */
  province: Found<string> | null;
  address: Found<string> | null;
  prices: Found<AgreedPrice>[];
};

/** An item of the order to which a price can belong: its name as it is written in the text, and its quantity. */
export type ChatItem = { text: string; quantity: number };
