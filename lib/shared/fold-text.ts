/**
 * Folds (simplifies) a text, so that a search finds it in other spellings. Searched texts and search words are folded
 * in the same way. Compatibility forms and case are folded, and Arabic letters with more than one spelling become one
 * letter. Diacritics and tatweel are removed, Arabic digits become Latin digits, and several spaces become one.
 * Unicode: NFKC, UAX 15.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u0640\p{Mn}\0]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/\s+/g, ' ')
    .trim();
}
