import { readCashBook } from '@/lib/cash/read-cash-book.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Returns the carriers, what each of them owes, and the newest postings (groups of cash entries that were recorded
 * together).
 */
export const GET = readRoute('see_cash', readCashBook);
