/** At least 4 characters without spaces, with at least one digit. Names are not written like this. */
const codePattern = /^(?=.*\p{Nd})\S{4,}$/u;

/**
 * Returns whether a scanner may have typed the text. Such a text is cleared from the field immediately, so that the
 * next scan is not appended to it.
 */
export const isScannedCode = (text: string): boolean => codePattern.test(text);
