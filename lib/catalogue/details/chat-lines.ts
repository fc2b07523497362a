import { latinDigits } from '@/lib/shared/numbers/money';

/**
 * A sentence of a chat, which has no line break. `text` has as many characters as the original, so offsets in it are
 * offsets in the chat.
 */
export type ChatLine = {
  text: string;
  /** Offset of the first character of `text` in the chat. */
  start: number;
  /** Name or phone number of the person who sent the line; null in a text that is not a chat export. */
  sender: string | null;
  /** Number of the message. Lines of one message have the same number. */
  message: number;
};

const invisible =
  /[\u00A0\u200B-\u200F\u202A-\u202F\u2060-\u2069\uFEFF\uFE0F\u20E3\u0640\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;
const hiddenText = /\bhttps?:\/\/\S+|<[^<>\n]{1,60}>/gi;
const spaces = (found: string) => ' '.repeat(found.length);

/**
 * Beginning of a message in a WhatsApp export: "[12/03/2026, 10:42:11 ص] Rima: " or "12/3/26, 9:15 PM - Rima: ". In an
 * Arabic export, invisible marks surround the signs of the date. An earlier step has replaced these marks by spaces.
 * The second group of the expression is the sender.
 */
const head =
  /^\s*(\[?\d{1,4}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d{1,4}[,،]?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?|ص|م)?\s*\]?\s*-?\s*)(?:([^:\n]{1,60}):(?=\s|$))?/iu;

/**
 * Space after the end of a sentence. A point after one or two letters belongs to an abbreviation, such as "St.". A
 * point after a word for "yes", "no" or "done" ends the sentence.
 */
const sentenceEnd = /(?<=[؟?!]|[\p{L}\p{N})]{3}\.|(?<!\p{L})(?:تم|اي|أي|لا|ok)\.)\s+/giu;

/**
 * Splits a chat into its lines, and a line into its sentences. Digits become Latin. Links, emoji and invisible
 * characters become spaces. Lines that the chat program itself wrote have no sender and are left out.
 */
export function chatLinesOf(chat: string): ChatLine[] {
  const plain = latinDigits(chat).replace(hiddenText, spaces).replace(invisible, spaces);
  const lines: ChatLine[] = [];
  let start = 0;
  let message = 0;
  let sender: string | null = null;
  for (const line of plain.split('\n')) {
    const found = head.exec(line);
    if (found) {
      message += 1;
      sender = found[2]?.trim() ?? null;
    }
    const skipped = found?.[0].length ?? 0;
    const isFromPerson = !found || sender !== null;
    let from = skipped;
    for (const { index, 0: gap } of [
      ...line.slice(skipped).matchAll(sentenceEnd),
      { index: line.length - skipped, 0: '' },
    ]) {
      const end = skipped + index;
      if (isFromPerson) lines.push({ text: line.slice(from, end), start: start + from, sender, message });
      from = end + gap.length;
    }
    start += line.length + 1;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}
