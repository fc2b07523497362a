import { describe, expect, it } from 'vitest';
import { groupStops, sumByCurrency } from './group-stops';

const stop = (id: string, province: string, city: string) => ({
  id,
  content: { name: '', phone: '', address: '', province, provinceName: null, city, notes: '' },
});

describe('the stops of a delivery sheet', () => {
  it('are grouped by province and city; unknown places come last', () => {
    const groups = groupStops([
      stop('1', '', ''),
      stop('2', 'Homs', 'Homs'),
      stop('3', 'Damascus', 'Center'),
      stop('4', 'Homs', ''),
      stop('5', 'Homs', 'Homs'),
      { id: '6', content: null },
    ]);
    expect(groups.map(({ province, city, stops }) => [province, city, stops.map(({ id }) => id)])).toEqual([
      ['Damascus', 'Center', ['3']],
      ['Homs', 'Homs', ['2', '5']],
      ['Homs', '', ['4']],
      ['', '', ['1', '6']],
    ]);
  });

  it('have one sum for each currency, without sums of 0', () => {
    const money = (amount_minor: number, currency: string) => ({ amount_minor, currency, decimals: 0 });
    expect(sumByCurrency([money(5, 'SYP'), money(0, 'EUR'), money(7, 'SYP'), money(2, 'USD')])).toEqual([
      money(12, 'SYP'),
      money(2, 'USD'),
    ]);
  });

  it('have two sums if the decimals of a currency differ', () => {
    const amounts = [0, 2].map((decimals) => ({ amount_minor: 5, currency: 'SYP', decimals }));
    expect(sumByCurrency(amounts)).toEqual(amounts);
  });
});
