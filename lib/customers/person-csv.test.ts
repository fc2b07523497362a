import { describe, expect, it } from 'vitest';
import { personColumns, personCsv } from '@/lib/customers/person-csv';
import { byteOrderMark } from '@/lib/shared/sheets/csv';

const price = { amount_minor: 29_050, currency: 'USD', decimals: 2 };
const words = {
  columns: Object.fromEntries(personColumns.map((column) => [column, column])) as Record<
    (typeof personColumns)[number],
    string
  >,
  kinds: { person: 'person', order: 'order', quote: 'quote', price: 'price', stop: 'stop', link: 'link' },
  clock: (at: string) => at,
};

describe('the CSV file about one person', () => {
  it('S17: has a row for each order, quote, price, stop and link, and no cell that a spreadsheet runs as a formula', () => {
    const csv = personCsv(
      {
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
        refused: 1,
        lastParcels: { count: 1, refused: 1 },
        quotes: [
          {
            id: 'q',
            number: 'Q-12',
            state: 'sent',
            isOpen: true,
            total: null,
            updatedAt: '2026-11-02T10:00:00Z',
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
      },
      words,
    );
    expect(csv.slice(byteOrderMark.length).split('\r\n')).toEqual([
      'kind,number,time,state,item,amount,currency,details',
      `person,'+963944123456,,,"'=HYPERLINK(""x"")",,,`,
      `order,1203,2026-11-01T10:00:00Z,'@later,'+soap,290.50,USD,`,
      'quote,Q-12,2026-11-02T10:00:00Z,sent,,,,',
      `price,,2026-11-01T10:00:00Z,,'-1+2,290.50,USD,`,
      `stop,1203,2026-11-03T10:00:00Z,refused,'@Salma,290.50,USD,'+963944123456 / damascus / Baghdad Street / by the school / too late`,
      'stop,1204,2026-11-04,,,1.00,USD,',
      `link,1203,2026-11-01T12:00:00Z,change_requested,Salma,,,"'=1+1 / 192.0.2.7 / Phone, 1"`,
      '',
    ]);
  });
});
