/** Copies a text to the clipboard. Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  // The older method goes first: inside an iframe the browser may refuse the newer one and log an error.
  if (copyBySelection(text)) return true;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // While a dialog is open, elements outside it cannot get focus.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
