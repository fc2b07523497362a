import { foldText } from '@/lib/shared/fold-text';

/**
 * A word, number, product code or punctuation mark in a line of a message. `raw` is the text as it is written. `folded`
 * is the text in the simplified form in which texts are compared (foldText).
 */
export type Token = {
  kind: 'word' | 'number' | 'code' | 'sign' | 'stop';
  raw: string;
  folded: string;
};

const bidiMarks = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const pictures = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]/gu;
const links = /\bhttps?:\/\/\S+/gi;
/**
 * Beginning of a line in a WhatsApp chat export: "[12/03/2026, 10:42:11 ص] Rima: " or "12/3/26, 9:15 PM - Rima: ". The
 * name of the sender may be missing.
 */
const stamp =
  /^\[?\p{Nd}{1,4}[/.-]\p{Nd}{1,2}[/.-]\p{Nd}{1,4}[,،]?\s+\p{Nd}{1,2}:\p{Nd}{2}(?::\p{Nd}{2})?\s*(?:[ap]\.?m\.?|ص|م)?\s*\]?\s*-?\s*/iu;
const sender = /^[^:\n]{1,60}:(?:\s+|$)/;
/** Placeholder for a picture or a recording in a chat export, such as "<Media omitted>". */
const placeholders = /<[^<>\n]{1,60}>/g;

/** Returns the lines of a message, without the text that a chat export adds. Empty lines are left out. */
export function linesOf(text: string): string[] {
  return text
    .replace(bidiMarks, '')
    .replace(/[\u00A0\u202F]/g, ' ')
    .replace(pictures, ' ')
    .replace(links, ' ')
    .replace(placeholders, ' ')
    .split(/\r\n|[\r\n\u2028]/)
    .map(withoutStamp)
    .map((line) => line.trim())
    .filter(Boolean);
}

function withoutStamp(line: string): string {
  const rest = line.trim().replace(stamp, '');
  if (rest === line.trim()) return line;
  // A line without a sender was written by the chat program, such as "Messages are end-to-end encrypted". The function
  // leaves out such a line.
  return sender.test(rest) ? rest.replace(sender, '') : '';
}

const pattern = new RegExp(
  [
    // A product code has groups of letters or digits with dashes between them, and at least one letter and one digit
    // (YAS-001-2). A number of at least seven digits, such as a barcode, is a code too.
    String.raw`(?<code>(?=[a-z\d-]*\d)(?=[a-z\d-]*[a-z])[a-z\d]+(?:-[a-z\d]+)+(?![\p{L}\p{Nd}])|\p{Nd}{7,})`,
    String.raw`(?<number>\p{Nd}+(?:[.,٫٬]\p{Nd}+)*)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}\u0640]*)`,
    String.raw`(?<stop>[,،;؛+&|/\n?؟!.:]+)`,
    String.raw`(?<sign>[@=$€×*])`,
  ].join('|'),
  'giu',
);

/**
 * Splits a line of a message into tokens. A character that belongs to no token, such as a dash or a bracket, only
 * separates tokens.
 */
export function tokensOf(line: string): Token[] {
  return [
    ...line
      .replace(/ل\.س\.?/g, 'ليرة')
      .replace(/['’]s\b/gi, '')
      .replace(/['’]/g, ' ')
      .matchAll(pattern),
  ].flatMap(({ 0: raw, groups }) => {
    const kind = (['code', 'number', 'word', 'stop', 'sign'] as const).find((name) => groups?.[name]);
    return kind ? [{ kind, raw, folded: foldText(raw) }] : [];
  });
}
