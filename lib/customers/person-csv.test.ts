import { describe, expect, it } from 'vitest';
import type { PersonFile } from '@/lib/customers/person';
import { personColumns, personCsv, personKinds } from '@/lib/customers/person-csv';
import { personJson } from '@/lib/customers/person-json';
import { byteOrderMark } from '@/lib/shared/sheets/csv';

const price = { amount_minor: 29_050, currency: 'USD', decimals: 2 };
const words = {
  columns: Object.fromEntries(personColumns.map((column) => [column, column])) as Record<
    (typeof personColumns)[number],
    string
  >,
  kinds: Object.fromEntries(personKinds.map((kind) => [kind, kind])) as Record<
    (typeof personKinds)[number],
    string
  >,
  clock: (at: string) => at,
};

/** The same content as a PersonFile, but with arrays as lists, because arrays are easier to write in a test. */
type ListedFile = {
  [Key in keyof PersonFile]: PersonFile[Key] extends AsyncIterable<infer Page> ? Page : PersonFile[Key];
};

const person: ListedFile = {
  phone: '+963944123456',
  name: '=HYPERLINK("x")',
  orders: [
    {
      id: 'ord_1',
      number: '1203',
      status: '@later',
      total: price,
      createdAt: '2026-11-01T10:00:00Z',
      firstItem: '+soap',
      moreItems: 1,
      parcel: 'refused',
    },
  ],
  orderCount: 1,
  lastParcels: { count: 1, refused: 1 },
  quotes: [
    {
      id: 'q',
      number: 'Q-12',
      state: 'sent',
      isOpen: true,
      total: null,
      updatedAt: '2026-11-02T10:00:00Z',
      contents: [
        {
          version: 1,
          at: '2026-11-02T09:00:00Z',
          validUntil: '2026-11-09',
          customer: { name: '+Salma', phone: '+963944123456', email: null },
          address: { address: 'Baghdad Street', province: 'damascus', city: null, notes: 'by the school' },
          items: [{ name: '=soap', quantity: 2, price }],
          discount: { title: '-old friend', amount: { ...price, amount_minor: 100 } },
          shipping: { method: 'delivery', amount: { ...price, amount_minor: 250 } },
          total: price,
          paymentMethod: 'cod',
          note: 'no ribbon',
        },
        {
          version: null,
          at: '2026-11-02T10:00:00Z',
          validUntil: null,
          customer: { name: 'Salma', phone: '0944', email: null },
          address: null,
          items: [{ name: 'oil', quantity: null, price: null }],
          discount: null,
          shipping: { method: 'pickup', amount: null },
          total: null,
          paymentMethod: '',
          note: null,
        },
      ],
      events: [
        {
          kind: 'change_requested',
          version: 1,
          side: 'customer',
          at: '2026-11-02T09:30:00Z',
          name: 'Salma',
          message: '@cheaper',
          address: '192.0.2.7',
          userAgent: 'Phone, 1',
        },
      ],
    },
  ],
  prices: [{ variantId: 'var_1', name: '-1+2', price, at: '2026-11-01T10:00:00Z' }],
  stops: [
    {
      orderId: 'ord_1',
      number: '1203',
      day: '2026-11-03',
      due: price,
      content: {
        name: '@Salma',
        phone: '+963944123456',
        address: 'Baghdad Street',
        province: 'damascus',
        provinceName: null,
        city: '',
        notes: 'by the school',
      },
      result: { answer: 'refused', paid: null, reason: 'too late', at: '2026-11-03T10:00:00Z' },
    },
    {
      orderId: 'ord_2',
      number: '1204',
      day: '2026-11-04',
      due: { ...price, amount_minor: 100 },
      content: null,
      result: null,
    },
  ],
  links: [
    {
      orderId: 'ord_1',
      number: '1203',
      createdAt: '2026-11-01T11:00:00Z',
      firstName: 'Salma',
      city: null,
      answer: 'change_requested',
      answeredAt: '2026-11-01T12:00:00Z',
      message: '=1+1',
      address: '192.0.2.7',
      userAgent: 'Phone, 1',
    },
  ],
};

/** Returns a PersonFile in which each list has one page. */
function personFileOf(listed: ListedFile): PersonFile {
  async function* once<Row>(rows: Row[]): AsyncGenerator<Row[], void, unknown> {
    yield rows;
  }
  return {
    ...listed,
    orders: once(listed.orders),
    quotes: once(listed.quotes),
    prices: once(listed.prices),
    stops: once(listed.stops),
    links: once(listed.links),
  };
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('the CSV file about one person', () => {
  it('S17: has a row for each order, quote with its versions and events, price, stop and link, and no cell that a spreadsheet runs as a formula', async () => {
    const csv = await textOf(personCsv(personFileOf(person), words));
    expect(csv.slice(byteOrderMark.length).split('\r\n')).toEqual([
      'kind,number,time,state,item,amount,currency,details',
      `person,'+963944123456,,,"'=HYPERLINK(""x"")",,,`,
      `order,1203,2026-11-01T10:00:00Z,'@later,'+soap,290.50,USD,`,
      'quote,Q-12,2026-11-02T10:00:00Z,sent,,,,',
      `quoteVersion,Q-12,2026-11-02T09:00:00Z,,'+Salma,290.50,USD,'+963944123456 / damascus / Baghdad Street / by the school / no ribbon / cod / 2026-11-09`,
      `quoteItem,Q-12,2026-11-02T09:00:00Z,,'=soap,290.50,USD,× 2`,
      `quoteDiscount,Q-12,2026-11-02T09:00:00Z,,'-old friend,1.00,USD,`,
      'quoteShipping,Q-12,2026-11-02T09:00:00Z,,delivery,2.50,USD,',
      'quoteDraft,Q-12,2026-11-02T10:00:00Z,,Salma,,,0944',
      'quoteItem,Q-12,2026-11-02T10:00:00Z,,oil,,,',
      `quoteEvent,Q-12,2026-11-02T09:30:00Z,change_requested,Salma,,,"'@cheaper / 192.0.2.7 / Phone, 1"`,
      `price,,2026-11-01T10:00:00Z,,'-1+2,290.50,USD,`,
      `stop,1203,2026-11-03T10:00:00Z,refused,'@Salma,290.50,USD,'+963944123456 / damascus / Baghdad Street / by the school / too late`,
      'stop,1204,2026-11-04,,,1.00,USD,',
      `link,1203,2026-11-01T12:00:00Z,change_requested,Salma,,,"'=1+1 / 192.0.2.7 / Phone, 1"`,
      '',
    ]);
  });
});

describe('the JSON file about one person', () => {
  it('has every list, also the empty ones, and can be read again', async () => {
    const nothing = { ...person, name: null, orders: [], quotes: [], prices: [], stops: [], links: [] };
    for (const given of [person, nothing]) {
      const text = await textOf(personJson(personFileOf(given)));
      expect(JSON.parse(text)).toEqual(given);
      expect(text).toMatch(/^\{\n {2}"phone": "\+963944123456",\n/);
    }
  });
});
