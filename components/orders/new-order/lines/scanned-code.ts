/** One word with a digit, of some length: nobody writes a name like this. */
const codePattern = /^(?=.*\p{Nd})\S{4,}$/u;

/** Whether a scanner may have typed it; it then leaves the field at once, so that the next scan does not run into it. */
export const isScannedCode = (text: string): boolean => codePattern.test(text);
