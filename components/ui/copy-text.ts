/** Puts a text on the clipboard; answers whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  // First, since inside an iframe the newer way may be refused, and the browser complains of the attempt.
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
  // Within an open dialog nothing outside it can be focused.
  (document.querySelector('[role="dialog"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
