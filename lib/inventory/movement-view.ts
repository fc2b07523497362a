/** A row of the ledger. The platform does not return the note of a movement (platform: Movement). */
export type MovementRow = {
  id: string;
  locationId: string;
  /** Signed number of pieces. */
  delta: number;
  stockAfter: number;
  /** Any text: the platform also writes its own reasons, such as sale. */
  reason: string;
  occurredAt: string;
};

/** A page of a variant's ledger, newest first, with the known locations and reasons. */
export type MovementPage = {
  movements: MovementRow[];
  /** Cursor of the next page; null on the last page. A short or empty page can still have a next page. */
  next: string | null;
  /** Ids of the store's locations, learned from movements because the platform lists none. The last used come first. */
  locations: string[];
  /** Reasons of this variant's movements. */
  reasons: string[];
};

/** Ids of the store's locations, the last used first. */
export type LocationList = { locations: string[] };
