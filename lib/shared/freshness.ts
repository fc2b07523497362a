/**
 * How current the mirror (our copy of the platform's data) of an install is, and how far back its orders were read.
 * Times are RFC 3339.
 */
export type Freshness = {
  /** When data of the install was last read from the platform; null before the first read. */
  syncedAt: string | null;
  backfill: {
    state: 'running' | 'done';
    /** Number of orders that have been read so far. */
    fetched: number;
    /**
     * Creation time of the oldest order that has been read so far; null before the first order. The platform's lists do
     * not return the total number of orders, so the progress is shown as this time.
     */
    reachedBack: string | null;
  };
};
