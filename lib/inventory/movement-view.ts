/**
 * A stock movement as a row of the list. The row has no note, because the platform does not return notes (platform:
 * Movement).
 */
export type MovementRow = {
  id: string;
  locationId: string;
  /** Change of the stock in pieces; negative if pieces were removed. */
  delta: number;
  stockAfter: number;
  /**
   * Reason of the movement. The reason may be any text, because the platform also writes reasons of its own, such as
   * sale.
   */
  reason: string;
  occurredAt: string;
};

/** One page of a variant's stock movements, newest first, with the known locations and reasons. */
export type MovementPage = {
  movements: MovementRow[];
  /** Cursor of the next page; null on the last page. A page with few or no movements can still have a next page. */
  next: string | null;
  /**
   * The store's stock locations, the last used one first. The locations come from stock movements, because the platform
   * has no list of them.
   */
  locations: StockLocation[];
  /** Reasons that occur in the variant's stock movements. */
  reasons: string[];
};

/**
 * A stock location. The platform gives no name, so the screens show its number: "Location 1". Numbers start at 1, and
 * each number belongs to one location of the store.
 */
export type StockLocation = { id: string; number: number };

/** The store's stock locations, the last used one first. */
export type LocationList = { locations: StockLocation[] };
