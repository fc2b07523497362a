/** A word that holds a Latin letter ("A4", "SY-88123") is a code, and so is a text that holds no Arabic one. */
const word = /\S+/g;
const latinLetter = /[A-Za-z]/;
const arabicLetter = /\p{Script=Arabic}/u;

/** Arabic text with its numbers in Arabic-Indic digits ("آخر ٧ أيام", "٩٥٪"); codes stay as they are. */
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
 * Messages as the build has compiled them, with the digits that are written in their texts. Names of arguments and of
 * plural forms hold no Arabic letter, and stay.
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
