/** What a message to a customer is made of; the names stand in braces in its template. */
export type MessageValues = Record<'link' | 'number' | 'total' | 'until' | 'store' | 'name', string>;

/** The names, in the order in which a text is searched for what they stand for. */
export const messageFields = [
  'link',
  'number',
  'total',
  'until',
  'store',
  'name',
] as const satisfies (keyof MessageValues)[];

/** The message of a template. The link is what it is sent for: a template without {link} gets it at its end. */
export function fillMessage(template: string, values: MessageValues): string {
  const whole = template.includes('{link}') ? template : `${template.trimEnd()}\n{link}`;
  return whole.replace(/\{(\w+)\}/g, (text, name: string) => {
    const field = messageFields.find((known) => known === name);
    return field ? values[field] : text;
  });
}

/**
 * The template of a message that was edited: what the values stand for becomes their names again, where it stands as a
 * word of its own. A name may be part of another word, which is left alone.
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
