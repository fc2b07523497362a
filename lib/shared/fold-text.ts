/**
 * Folds a text for search. It folds compatibility forms and case, and unifies Arabic letters with more than one
 * spelling. It drops marks and tatweel, converts Arabic digits to Latin ones, and collapses white space. Both the
 * searched text and the search words are folded. Unicode: NFKC, UAX 15.
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
