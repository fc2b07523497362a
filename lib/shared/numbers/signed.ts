/** A change of stock with its sign, which is a minus and no hyphen; it runs left to right. `write` has the digits. */
export function signed(delta: number, write: (number: number) => string): string {
  return delta < 0 ? `−${write(-delta)}` : `+${write(delta)}`;
}
