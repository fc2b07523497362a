/** Sizes of a row that scrolls sideways, in pixels, as an element of the page has them. */
type Strip = Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>;

/** The edges of a row behind which more content follows: where reading starts, where it ends, or both. */
export type CutEdges = 'start' | 'end' | 'both' | null;

/**
 * Returns the edges at which the content of a row is cut off. `scrollLeft` is 0 at the start of the row, also in Arabic,
 * where it is negative everywhere else. A rest of one pixel is not a cut, because browsers round `scrollWidth`.
 */
export function cutEdges({ scrollLeft, scrollWidth, clientWidth }: Strip): CutEdges {
  const before = Math.abs(scrollLeft) > 1;
  const after = scrollWidth - clientWidth - Math.abs(scrollLeft) > 1;
  return before && after ? 'both' : before ? 'start' : after ? 'end' : null;
}
