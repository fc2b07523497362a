'use server';

import { ResolveReviewCommand } from '@/lib/operations/activity/resolve-review';
import { resolveReview } from '@/lib/operations/activity/resolve-review.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** A person says what became of a write in doubt. */
export async function resolveReviewAction(command: unknown) {
  return runCommand(ResolveReviewCommand, command, resolveReview);
}
