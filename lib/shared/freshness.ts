/** How current the mirror of an install is, and how far its past has been read. Times are RFC 3339. */
export type Freshness = {
  /** Last time anything was read from the platform for this install; null before the first read. */
  syncedAt: string | null;
  backfill: {
    state: 'running' | 'done';
    /** Orders read so far. */
    fetched: number;
    /** created_at of the oldest order reached; the total is not known to the platform's lists. */
    reachedBack: string | null;
  };
};
