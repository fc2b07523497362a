/**
 * Returns the key under which session storage has the input of a form in a card of the order page (see session-copy).
 */
export function inPlaceCopyKey(
  name: 'attribute' | 'reference',
  { installId, orderId }: { installId: string; orderId: string },
): string {
  return `daftar.${name}.1.${installId}.${orderId}`;
}
