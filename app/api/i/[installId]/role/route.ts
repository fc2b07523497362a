import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the role of the person of this session. An open page asks after a live event that says that roles changed.
 */
export const GET = readRoute('read', async ({ role }) => ({ role }));
