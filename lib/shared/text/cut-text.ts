/**
 * Returns the beginning of a text with at most `lengthMax` UTF-16 units. A character that does not fit is left out as a
 * whole. `slice` would keep half of a surrogate pair (an emoji), which PostgreSQL and the platform refuse.
 */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
}
