import { z } from 'zod';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { Text } from 'commerce-platform-client/contract/text';

/** Maximum number of lines of one posting. */
export const postingLinesMax = 5_000;

/**
 * Kinds of entries.
 *
 * - `remitted`: cash that the carrier handed over. The amount may be 0, which means that the carrier handed over
 *   nothing.
 * - `fee`: cash that the carrier did not hand over, because it is the carrier's fee
 * - `written_off`: cash that the store no longer expects. A posting of a remittance sheet has a negative amount if the
 *   carrier pays cash that was written off before.
 */
export const entryKinds = ['remitted', 'fee', 'written_off'] as const;
export type EntryKind = (typeof entryKinds)[number];

/**
 * An amount is at most 10^14 minor units, so that the sum of all lines of a posting fits into a bigint of PostgreSQL.
 */
const Minor = z.int().min(0).max(100_000_000_000_000);

/**
 * A line of a posting: what happened to the cash of one order, in minor units of the order's currency. An order may
 * have several lines.
 *
 * `decimals`: the decimals of that currency in the cash notebook. If the order now has others, the posting is refused. A
 * page of an earlier release leaves `decimals` out; then only the currency is compared.
 *
 * `openMinor`: the open amount of the order that the user saw, before all lines of the posting. If the order now has
 * another open amount, the posting is refused. If `openMinor` is absent, the open amount is not checked.
 */
export const PostingLine = z.object({
  orderId: OrderId,
  kind: z.enum(entryKinds),
  amountMinor: Minor,
  currency: Text.min(1).max(20),
  decimals: z.int().optional(),
  openMinor: z.int().optional(),
});
export type PostingLine = z.infer<typeof PostingLine>;

/**
 * A posting: one action of a user that adds entries to the cash notebook. The form makes `postingId`; a second request
 * with the same id is the same posting.
 *
 * A posting of a remittance sheet also contains the SHA-256 of the sheet's content as hex text. If a posting of the
 * same sheet exists and was not undone, a second posting is refused. `note` is the reason of a write-off, or what the
 * user wants to remember.
 */
export const Posting = z.object({
  postingId: z.uuid(),
  source: z.enum(['by_hand', 'sheet']),
  sheetHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  note: Text.trim().max(500).default(''),
  lines: z.array(PostingLine).min(1).max(postingLinesMax),
});
export type Posting = z.infer<typeof Posting>;

/** Maximum number of lines that a user posts by hand. */
const linesByHandMax = 400;

/** Input of the action that posts what a user typed. The operation id of the form is the id of the posting. */
export const PostByHandCommand = Posting.pick({ note: true }).extend({
  installId: InstallId,
  operationId: OperationId,
  lines: z.array(PostingLine).min(1).max(linesByHandMax),
});
export type PostByHandCommand = z.infer<typeof PostByHandCommand>;

export const UndoPostingCommand = z.object({ installId: InstallId, postingId: z.uuid() });
export type UndoPostingCommand = z.infer<typeof UndoPostingCommand>;
