/** How current the mirror of an install is, and how far back its orders were read. Times are RFC 3339. */
export type Freshness = {
  /** Time of the last read from the platform for this install; null before the first read. */
  syncedAt: string | null;
  backfill: {
    state: 'running' | 'done';
    /** Number of orders read so far. */
    fetched: number;
    /**
     * created_at of the oldest order read so far. The total is unknown, because the platform's lists do not return it.
     */
    reachedBack: string | null;
  };
};
