/**
 * Values for the placeholders in a message to a customer. A placeholder is the name of its value in braces, such as
 * {link}.
 */
export type MessageValues = Record<'link' | 'number' | 'total' | 'until' | 'store' | 'name', string>;

/**
 * Names of the placeholders, in the sequence of the settings dialog. If two placeholders of a message have the same
 * value, templateOf uses the first one.
 */
export const messageFields = [
  'link',
  'number',
  'total',
  'until',
  'store',
  'name',
] as const satisfies (keyof MessageValues)[];

/**
 * Replaces the placeholders of a template by their values. If the template has no {link}, the link is added at its end,
 * because the message is useless without the link.
 */
export function fillMessage(template: string, values: MessageValues): string {
  const whole = template.includes('{link}') ? template : `${template.trimEnd()}\n{link}`;
  return whole.replace(/\{(\w+)\}/g, (text, name: string) => {
    const field = messageFields.find((known) => known === name);
    return field ? values[field] : text;
  });
}

/**
 * Makes a template from a message that the user edited: replaces each value with its placeholder. A value that is only
 * a part of a longer word is not replaced.
 */
export function templateOf(message: string, values: MessageValues): string {
  const known = messageFields.filter((field) => values[field].trim() !== '');
  const words = known.toSorted((one, other) => values[other].length - values[one].length);
  const pattern = words.map((field) => escape(values[field])).join('|');
  if (pattern === '') return message;
  const alone = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${pattern})(?![\\p{L}\\p{N}\\p{M}])`, 'gu');
  return message.replace(alone, (text) => `{${known.find((field) => values[field] === text)}}`);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
