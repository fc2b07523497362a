import { describe, expect, it } from 'vitest';
import { encodedLength, findPhoneProblem, messageLengthMax, whatsappUrl } from './whatsapp-url';

describe('the WhatsApp URL', () => {
  it('has only the digits of the number, and the message as WhatsApp decodes it', () => {
    const message = 'مرحبًا 😀 𠮷 & ? # + %\nline';
    const url = whatsappUrl('+963 944-123 456', message);
    expect(url).toMatch(/^https:\/\/wa\.me\/963944123456\?text=[\w%.!~*'()-]+$/);
    expect(new URL(url ?? '').searchParams.get('text')).toBe(message);
    expect(whatsappUrl('+963944123456', '')).toBe('https://wa.me/963944123456');
  });

  it('is made with half of a character too', () => {
    expect(whatsappUrl('+1', 'a\ud83d')).toBe('https://wa.me/1?text=a%EF%BF%BD');
  });

  it('has at most 8,000 characters: a longer message has no URL', () => {
    const longest = 'a'.repeat(messageLengthMax);
    expect(whatsappUrl('+123456789012345', longest)?.length).toBeLessThanOrEqual(8_000);
    expect(whatsappUrl('+123456789012345', `${longest}a`)).toBeNull();
    expect(encodedLength('ع')).toBe(6);
    expect(encodedLength('😀')).toBe(12);
  });
});

it.each([
  ['call me', 'SY', 'letters'],
  ['هاتف 0944', 'SY', 'letters'],
  ['12345', 'SY', 'too_short'],
  ['', null, 'too_short'],
  ['0944 123 456', null, 'no_country'],
  ['٠٩٤٤١٢٣٤٥٦', null, 'no_country'],
  ['+999 000 000 000 000 000', null, 'not_a_phone'],
  ['00999 000 000 000', null, 'not_a_phone'],
  ['0944 123 456 789 012', 'SY', 'not_a_phone'],
])('a number that WhatsApp cannot open has a reason: %j in %s is %s', (phone, country, reason) => {
  expect(findPhoneProblem(phone, country)).toBe(reason);
});
