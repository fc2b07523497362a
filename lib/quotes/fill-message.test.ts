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

describe('the message with a quote link', () => {
  it('replaces the known fields, and does not change other braces', () => {
    expect(fillMessage('{name}: {number} {total} {until} {store} {link} {other} {}', values)).toBe(
      'علي: Q-1 125,000 ل.س 28 تشرين الثاني 2026 متجر الشام https://app.example/q/Ab_-9 {other} {}',
    );
  });

  it('inserts the customer name as plain text, also with braces and $ in it', () => {
    expect(fillMessage('{name} {link}', { ...values, name: '{link} $& $1' })).toBe(
      `{link} $& $1 ${values.link}`,
    );
  });

  it('always contains the link, whatever the template says', () => {
    expect(fillMessage('Hello {name}\n', values)).toBe(`Hello علي\n${values.link}`);
    expect(fillMessage('', values)).toContain(values.link);
  });

  it('becomes the same template again when it is saved as a template, in both languages', () => {
    for (const template of Object.values(defaultSettings.quoteMessage))
      expect(templateOf(fillMessage(template, values), values)).toBe(template);
  });

  it('keeps words that only contain a name or a number when it is saved as a template', () => {
    const message = 'علي، للاطلاع عليه: Q-12 و Q-1';
    expect(templateOf(message, values)).toBe('{name}، للاطلاع عليه: Q-12 و {number}');
  });
});
