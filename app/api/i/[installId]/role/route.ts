import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns the role of the signed-in user. An open page requests it after a live event that reports changed roles. */
export const GET = readRoute('read', async ({ role }) => ({ role }));
