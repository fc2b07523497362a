/**
 * Text as it is searched: compatibility forms and case folded, Arabic letters that are written either way made one,
 * marks and tatweel dropped, Arabic digits as Latin ones, white space single. Both what is searched and what is
 * searched for go through it. Unicode: NFKC, UAX 15.
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
