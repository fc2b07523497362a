/**
 * Formats a change of stock with its sign. A negative number has a minus sign, not a hyphen. The sign is before the
 * digits, so the text must be shown from left to right. `write` formats the digits.
 */
export function signed(delta: number, write: (number: number) => string): string {
  return delta < 0 ? `−${write(-delta)}` : `+${write(delta)}`;
}
