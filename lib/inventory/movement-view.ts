/** A row of the ledger. The platform tells no note of it (platform: Movement). */
export type MovementRow = {
  id: string;
  locationId: string;
  /** Signed, in pieces. */
  delta: number;
  stockAfter: number;
  /** Open: the platform writes reasons of its own, such as sale. */
  reason: string;
  occurredAt: string;
};

/** A page of a variant's ledger, newest first, with what is known of places and reasons. */
export type MovementPage = {
  movements: MovementRow[];
  /** Where the next page begins. A page may be short, or empty, and have one. */
  next: string | null;
  /** Ids of the store's places, learned from movements: the platform lists none. Those used last come first. */
  locations: string[];
  /** Reasons that this variant has moved for. */
  reasons: string[];
};

/** Ids of the store's places, those used last first. */
export type LocationList = { locations: string[] };
