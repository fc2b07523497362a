import { describe, expect, it } from 'vitest';
import { labelOf } from './field-labels';
import { bodySchema, exampleOf, generatedMember, parseField, parseFields } from './fields';

describe('a field of a new write', () => {
  it.each([
    ['reason', { name: 'reason', type: 'text', values: [] }],
    ['reason:text:200', { name: 'reason', type: 'text', values: [], lengthMax: 200 }],
    ['until:time', { name: 'until', type: 'time', values: [] }],
    ['fee:money', { name: 'fee_minor', type: 'money', values: [] }],
    ['fee_minor:money', { name: 'fee_minor', type: 'money', values: [] }],
    ['kind:fraud,stock', { name: 'kind', type: 'enum', values: ['fraud', 'stock'] }],
  ])('%s is parsed', (option, field) => {
    expect(parseField(option)).toEqual(field);
  });

  it.each([
    ['holdReason', '"holdReason" is no name of a field'],
    [
      'until:datetime',
      '"until:datetime" has no type. A type is one of these: text, number, money, date, time',
    ],
    ['kind:fraud,Stock', '"kind:fraud,Stock" has no type'],
    ['kind:fraud,fraud', '"kind:fraud,fraud" has no type'],
    ['kind:', '"kind:" has no type'],
    ['kind:text:0', '"kind:text:0" has no type'],
    ['kind:number:9', '"kind:number:9" has no type'],
    ['kind:text:9:9', '"kind:text:9:9" has no type'],
    ['kind:text:long', '"kind:text:long" has no type'],
  ])('%s is refused', (option, reason) => {
    expect(() => parseField(option)).toThrow(reason);
  });

  it('is refused if its name is there twice, also with the ending of an amount', () => {
    expect(() => parseFields(['fee_minor:number', 'fee:money'])).toThrow(
      'The field "fee_minor" is there twice',
    );
  });

  it.each([
    ['one', 'Text.min(1).max(255)', "'قيمة'"],
    ['one:text:200', 'Text.min(1).max(200)', "'قيمة'"],
    ['one:text:2', 'Text.min(1).max(2)', "'قي'"],
    ['one:number', 'z.int().min(0)', '1'],
    ['one:money', 'z.int().min(1)', '1'],
    ['one:date', 'z.iso.date()', "'2026-11-21'"],
    ['one:time', 'Timestamp', "'2020-01-01T00:00:00Z'"],
    ['one:boolean', 'z.boolean()', 'true'],
    ['one:fraud,stock', "z.enum(['fraud', 'stock'])", "'fraud'"],
  ])('%s has the schema %s in the contract and the example %s', (option, schema, example) => {
    const field = parseField(option);
    expect([bodySchema(field), exampleOf(field)]).toEqual([schema, example]);
  });

  it('has the type that openapi-typescript writes', () => {
    expect(
      ['kind:fraud,stock', 'until:time', 'day:date', 'fee:money'].map(parseField).map(generatedMember),
    ).toEqual([
      '/** @enum {string} */\nkind: "fraud" | "stock";',
      '/** Format: date-time */\nuntil: string;',
      '/** Format: date */\nday: string;',
      'fee_minor: number;',
    ]);
  });
});

describe('the label of a field', () => {
  const kind = parseField('kind:fraud,out_of_stock');

  it('names each value of an enum, with a Latin or an Arabic comma', () => {
    expect(labelOf(kind, 'Reason: Fraud, Out of stock', 'السبب: احتيال، نفاد المخزون')).toEqual({
      en: 'Reason',
      ar: 'السبب',
      values: [
        { en: 'Fraud', ar: 'احتيال' },
        { en: 'Out of stock', ar: 'نفاد المخزون' },
      ],
    });
  });

  it('is the name of the field without an option, and a text to write in Arabic', () => {
    expect(labelOf(parseField('fee:money'), undefined, undefined)).toEqual({
      en: 'Fee',
      ar: 'TODO Fee',
      values: [],
    });
    expect(labelOf(kind, undefined, 'السبب').values).toEqual([
      { en: 'Fraud', ar: 'TODO Fraud' },
      { en: 'Out of stock', ar: 'TODO Out of stock' },
    ]);
  });

  it('is refused if it does not name every value', () => {
    expect(() => labelOf(kind, 'Reason: Fraud', undefined)).toThrow(
      'must name 2 values of kind: fraud, out_of_stock',
    );
  });
});
