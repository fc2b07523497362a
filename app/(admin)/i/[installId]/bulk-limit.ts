import { limitCostlyActions } from '@/lib/system/http/costly-actions';

/**
 * Limit of the previews and starts of bulk runs, which all kinds of runs share (S13). A courier sheet and a stock sheet
 * also have such a preview. Each of them reads up to a thousand orders or variants. A user who starts ten runs in a
 * minute needs twenty to thirty of them.
 */
export const bulkLimit = limitCostlyActions({ perMinute: 60 });
