/** A phone number in a line. Offsets are in the line. `isCertain`: no other number has this form. */
export type PhoneInLine = { text: string; start: number; end: number; digits: string; isCertain: boolean };

/**
 * Matches a part of a text that may be a phone number. A number of Lebanon may have a slash after its code:
 * "76/338014".
 */
const candidate =
  /(?<![\p{L}\p{N}+/#])(?:\d{2}\/\d{6}(?![\p{L}\p{N}/])|(?:\+|00)?\(?\d[\d().\s–-]{5,22}\d(?![\p{L}\p{N}]))/gu;

/**
 * Numbers that begin with a country code without "+" or "00". The order is: Syria, the Gulf, Egypt and neighbours, then
 * all other countries.
 */
const international = [
  /^963(?:0?9\d{8}|[1-5]\d{7,8})$/,
  /^966(?:0?5\d{8})$/,
  /^971(?:0?5\d{8})$/,
  /^(?:965|968|973|974)\d{8}$/,
  /^200?1[0125]\d{8}$/,
  /^961\d{7,8}$/,
  /^9627\d{8}$/,
  /^9647\d{9}$/,
  /^905\d{9}$/,
];
const known = /^(?:963|966|971|965|968|973|974|20|961|962|964|90)/;
const national = [/^09\d{8}$/, /^05\d{8}$/, /^01[0125]\d{8}$/, /^07\d{8,9}$/];
/**
 * Forms of phone numbers that numbers with another meaning can also have. So a number with such a form is not certainly
 * a phone number. Most of these phone numbers are written without a zero and without a country code. The last form is a
 * landline.
 */
const unsure = [
  /^(?:03|7[01689]|81)\d{6}$/,
  /^9[3-9]\d{7}$/,
  /^5\d{8}$/,
  /^1[0125]\d{8}$/,
  /^[3569]\d{7}$/,
  /^0[1-5]\d{7,8}$/,
];

/** Returns the phone numbers in a line with Latin digits. */
export function phonesIn(text: string): PhoneInLine[] {
  return [...text.matchAll(candidate)].flatMap(({ 0: raw, index }) => {
    // A quantity can follow the number, as in "0944 123 456 2 scarves". So the text is shortened at its end until the
    // rest has the form of a phone number.
    for (let end = raw.length; end > 6; end -= 1) {
      const part = raw.slice(0, end);
      if (!/\d$/.test(part) || /^\d/.test(raw.slice(end))) continue;
      // A short rest that nothing follows belongs to the number, which then has one or more digits too many.
      if (
        /^[ .-]?\d{1,3}$/.test(raw.slice(end)) &&
        /^\s*(?:$|[،,.;؛\n])/u.test(text.slice(index + raw.length))
      )
        return [];
      const form = formOf(part);
      if (form)
        return [
          {
            text: part.replace(/^\s+/, ''),
            start: index,
            end: index + end,
            digits: form.digits,
            isCertain: form.isCertain,
          },
        ];
    }
    return [];
  });
}

function formOf(text: string): { digits: string; isCertain: boolean } | null {
  if (/[\s().–-]{3,}/.test(text)) return null;
  const all = text.replace(/\D/g, '');
  const isInternational = text.startsWith('+') || all.startsWith('00');
  const digits = isInternational ? all.replace(/^00/, '') : all;
  if (international.some((form) => form.test(digits))) return { digits, isCertain: true };
  if (isInternational)
    return !known.test(digits) && digits.length >= 9 && digits.length <= 15
      ? { digits, isCertain: true }
      : null;
  if (national.some((form) => form.test(digits))) return { digits, isCertain: true };
  return unsure.some((form) => form.test(digits)) ? { digits, isCertain: false } : null;
}
