/**
 * Folds a text for search. Compatibility forms and case are folded, and Arabic letters with more than one spelling are
 * unified. Diacritics and tatweel are dropped, Arabic digits become Latin digits, and white space is collapsed. The
 * searched text and the search words are folded in the same way. Unicode: NFKC, UAX 15.
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
