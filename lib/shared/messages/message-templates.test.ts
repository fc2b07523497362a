import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseLocales } from '@/lib/shared/locale';
import {
  defaultMessages,
  fillTemplate,
  findTemplateProblem,
  type MessageField,
  messageFields,
  messageSteps,
  type MessageValues,
  templateLengthMax,
} from './message-templates';
import { encodedLength, messageLengthMax } from './whatsapp-url';

const values = {
  name: 'سارة',
  number: '1042',
  items: ['2 × قميص', '1 × حقيبة'],
  total: '125,000 ل.س.',
  carrier: 'القدموس',
  tracking: 'TRK-1',
  until: '15 كانون الثاني 2030',
  store: 'متجر الشام',
  trackingLink: 'https://express.example/t/1',
  link: 'https://app.example/q/Ab_-9',
} satisfies Required<MessageValues>;
const fields = Object.keys(values) as MessageField[];
const textOf = (field: MessageField) => (field === 'items' ? values.items.join('\n') : values[field]);

describe('a template of a message', () => {
  it.each(fields)('replaces {%s} by its value, however often it is used', (field) => {
    expect(fillTemplate(`a {${field}} b {${field}}`, values, 'ar')).toBe(
      `a ${textOf(field)} b ${textOf(field)}`,
    );
  });

  it.each(messageSteps)('%s: the default texts are valid in both languages and leave no brace', (step) => {
    for (const language of baseLocales) {
      const template = defaultMessages[step][language];
      expect(findTemplateProblem(step, template)).toBeNull();
      const text = fillTemplate(template, values, language);
      expect(text).not.toMatch(/[{}]/);
      expect(text).toContain(values.number);
    }
  });

  it.each(messageSteps)('%s: is refused if it is empty or has a placeholder of another message', (step) => {
    expect(findTemplateProblem(step, ' \n')).toEqual({ code: 'empty' });
    for (const field of fields)
      expect([field, findTemplateProblem(step, `x {${field}}`)]).toEqual([
        field,
        (messageFields[step] as readonly string[]).includes(field)
          ? null
          : { code: 'unknown', placeholder: `{${field}}` },
      ]);
    for (const placeholder of ['{customer}', '{Name}', '{ name }', '{}', '{اسم}', '{__proto__}'])
      expect(findTemplateProblem(step, `{name} ${placeholder}`)).toEqual({ code: 'unknown', placeholder });
  });

  it('is refused only above the limit of encoded characters, whatever the script', () => {
    for (const [letter, length] of [
      ['a', 1],
      ['ع', 6],
      ['€', 9],
      ['😀', 12],
    ] as const) {
      const fits = letter.repeat(Math.floor(templateLengthMax / length));
      expect(findTemplateProblem('receivedMessage', fits)).toBeNull();
      expect(findTemplateProblem('receivedMessage', fits + letter)).toEqual({ code: 'too_long' });
    }
  });

  it('leaves out a line if none of its placeholders has a value', () => {
    const template = 'Hello {name}\nCarrier: {carrier}\nTracking: {tracking}\n\n{carrier} {tracking}\n\nBye';
    expect(fillTemplate(template, { name: 'Sara', tracking: ' ' }, 'en')).toBe('Hello Sara\n\nBye');
    expect(fillTemplate(template, { name: 'Sara', tracking: 'T1' }, 'en')).toBe(
      'Hello Sara\nTracking: T1\n\n T1\n\nBye',
    );
    expect(fillTemplate('{items}\nend', { items: [] }, 'en')).toBe('end');
  });

  it('shortens the items, and counts the others, until the message fits into a link', () => {
    const items = Array.from({ length: 200 }, (_, index) => `${index + 1} × صنف طويل الاسم جدًا 😀`);
    const text = fillTemplate('{name}\n{items}\n{total}', { ...values, items }, 'ar');
    expect(encodedLength(text)).toBeLessThanOrEqual(messageLengthMax);
    const lines = text.split('\n');
    const shown = lines.length - 3;
    expect(shown).toBeGreaterThan(10);
    expect(lines.at(-2)).toBe(`… +${200 - shown}`);
    expect(lines.at(-1)).toBe(values.total);
    const oneMore = items.slice(0, shown + 1).join('\n');
    expect(encodedLength(`${values.name}\n${oneMore}\n… +${199 - shown}\n${values.total}`)).toBeGreaterThan(
      messageLengthMax,
    );
  });
});

describe('a value in a message', () => {
  it('is plain text: braces, $ and line breaks in it change nothing else', () => {
    const name = '{total} $& $1\n\r\n{link}\u2028x\u0000y';
    expect(fillTemplate('{name}!', { ...values, name }, 'ar')).toMatch(
      /^\u2068\{total\} \$& \$1 \{link\} x.y\u2069!$/u,
    );
  });

  it('is isolated if its letters have the other direction, in both languages', () => {
    expect(fillTemplate('مرحبًا {name}', { name: 'Ali 3' }, 'ar')).toBe('مرحبًا \u2068Ali 3\u2069');
    expect(fillTemplate('Hello {name}', { name: 'علي 3' }, 'en')).toBe('Hello \u2068علي 3\u2069');
    expect(fillTemplate('مرحبًا {name}', { name: 'علي 3' }, 'ar')).toBe('مرحبًا علي 3');
    expect(fillTemplate('Hello {name}', { name: 'Ali 3' }, 'en')).toBe('Hello Ali 3');
  });

  it('that a customer copies contains only its own characters', () => {
    const copied = { number: 'A-12', tracking: 'SY-1', link: 'https://app.example/q/a' };
    expect(fillTemplate('{number} {tracking} {link}', copied, 'ar')).toBe(
      'A-12 SY-1 https://app.example/q/a',
    );
  });

  it('cannot change the direction of the rest of the message', () => {
    const name = '\u202Ebad \u2066\u202Dx';
    expect(fillTemplate('Hello {name}, {number}', { name, number: '\u202E1' }, 'en')).toBe('Hello bad x, 1');
  });

  it('with emoji and four-byte characters stays whole, and half of one becomes U+FFFD', () => {
    const name = '👨‍👩‍👧 𠮷 𝒜';
    expect(fillTemplate('{name}', { name }, 'en')).toBe(name);
    expect(fillTemplate('{name}', { name: 'a\ud83d' }, 'en')).toBe('a\uFFFD');
  });

  it('of any kind gives a message that can be encoded, has no direction override and keeps the text around it', () => {
    fc.assert(
      fc.property(
        fc.record({ name: fc.string({ unit: 'binary' }), items: fc.array(fc.string({ unit: 'binary' })) }),
        fc.constantFrom(...baseLocales),
        (given, language) => {
          const text = fillTemplate('before\n{name} {items} -\nafter', given, language);
          expect(() => encodeURIComponent(text)).not.toThrow();
          expect(text).not.toMatch(/[\u202A-\u202E\u2066\u2067\0]/);
          expect(text.startsWith('before\n')).toBe(true);
          expect(text.endsWith('\nafter') || text === 'before\nafter').toBe(true);
          expect(text.split('\u2068')).toHaveLength(text.split('\u2069').length);
        },
      ),
    );
  });
});
