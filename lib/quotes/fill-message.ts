/** The values in a message to a customer. Their names are the fields in braces in the template. */
export type MessageValues = Record<'link' | 'number' | 'total' | 'until' | 'store' | 'name', string>;

/** The field names, in the order in which a text is searched for their values. */
export const messageFields = [
  'link',
  'number',
  'total',
  'until',
  'store',
  'name',
] as const satisfies (keyof MessageValues)[];

/** Fills a template. The message is sent because of its link, so a template without {link} gets the link at its end. */
export function fillMessage(template: string, values: MessageValues): string {
  const whole = template.includes('{link}') ? template : `${template.trimEnd()}\n{link}`;
  return whole.replace(/\{(\w+)\}/g, (text, name: string) => {
    const field = messageFields.find((known) => known === name);
    return field ? values[field] : text;
  });
}

/**
 * Returns the template of an edited message: each value becomes its field name again if it is a separate word. A value
 * that is only part of another word is not replaced.
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
