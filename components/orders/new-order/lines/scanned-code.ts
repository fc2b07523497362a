/**
 * Format of a scanned code: at least 4 characters, no spaces, at least one digit. Text in this format is treated as
 * scanned, because product names rarely have it.
 */
const codePattern = /^(?=.*\p{Nd})\S{4,}$/u;

/**
 * Returns true if the text may come from a scanner. The search field is then cleared immediately, so that the next scan
 * is not appended to the text.
 */
export const isScannedCode = (text: string): boolean => codePattern.test(text);
