/**
 * Patterns that decide which digits are converted to Arabic-Indic digits. A word with a Latin letter ("A4", "SY-88123")
 * is a code, so its digits are not converted. In a text without Arabic letters, no digits are converted.
 */
const word = /\S+/g;
const latinLetter = /[A-Za-z]/;
const arabicLetter = /\p{Script=Arabic}/u;

/**
 * Converts the numbers of an Arabic text to Arabic-Indic digits ("آخر ٧ أيام", "٩٥٪"). The digits of codes are not
 * converted.
 */
export function arabicDigits(text: string): string {
  if (!arabicLetter.test(text)) return text;
  return text.replace(word, (part) =>
    latinLetter.test(part)
      ? part
      : part
          .replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
          .replace(/(?<=[٠-٩])%/g, '٪'),
  );
}

/**
 * Converts the digits in translated texts that next-intl has compiled. A compiled text also contains the names of
 * arguments and plural forms. They do not change, because they contain no Arabic letter.
 */
export function withArabicDigits<Message>(message: Message): Message {
  return written(message) as Message;
}

function written(message: unknown): unknown {
  if (typeof message === 'string') return arabicDigits(message);
  if (Array.isArray(message)) return message.map(written);
  if (typeof message !== 'object' || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [key, written(value)]));
}
