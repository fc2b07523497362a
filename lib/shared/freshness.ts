/** How current the mirror of an install is, and how far back its orders were read. Times are RFC 3339. */
export type Freshness = {
  /** Time of the last read of data from the platform for this install; null before the first read. */
  syncedAt: string | null;
  backfill: {
    state: 'running' | 'done';
    /** Number of orders that the mirror has read so far. */
    fetched: number;
    /**
     * created_at of the oldest order that the mirror has read so far. The total number of orders is unknown, because
     * the platform's lists do not return it.
     */
    reachedBack: string | null;
  };
};
