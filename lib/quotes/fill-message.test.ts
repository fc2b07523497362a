import { describe, expect, it } from 'vitest';
import { defaultSettings } from '@/lib/store/store-settings';
import { fillMessage, type MessageValues, templateOf } from './fill-message';

const values: MessageValues = {
  link: 'https://app.example/q/Ab_-9',
  number: 'Q-1',
  total: '125,000 ل.س',
  until: '28 تشرين الثاني 2026',
  store: 'متجر الشام',
  name: 'علي',
};

describe('the message beside a link', () => {
  it('says what its template stands for, and leaves braces alone that are nobody’s', () => {
    expect(fillMessage('{name}: {number} {total} {until} {store} {link} {other} {}', values)).toBe(
      'علي: Q-1 125,000 ل.س 28 تشرين الثاني 2026 متجر الشام https://app.example/q/Ab_-9 {other} {}',
    );
  });

  it('fills in what a customer is called and no more: braces and $ in a name are text', () => {
    expect(fillMessage('{name} {link}', { ...values, name: '{link} $& $1' })).toBe(
      `{link} $& $1 ${values.link}`,
    );
  });

  it('always has the link, whatever the template says', () => {
    expect(fillMessage('Hello {name}\n', values)).toBe(`Hello علي\n${values.link}`);
    expect(fillMessage('', values)).toContain(values.link);
  });

  it('is the same template again when it is kept, in both languages', () => {
    for (const template of Object.values(defaultSettings.quoteMessage))
      expect(templateOf(fillMessage(template, values), values)).toBe(template);
  });

  it('keeps words alone that only contain a name or a number', () => {
    const message = 'علي، للاطلاع عليه: Q-12 و Q-1';
    expect(templateOf(message, values)).toBe('{name}، للاطلاع عليه: Q-12 و {number}');
  });
});
