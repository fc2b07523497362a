'use server';

import type { z } from 'zod';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { ResolveReviewCommand } from '@/lib/operations/activity/resolve-review';
import { resolveReview } from '@/lib/operations/activity/resolve-review.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Records a user's decision about a write with an unknown outcome. The decision is that the write took
 * effect, or that it did not.
 */
export async function resolveReviewAction(command: z.input<typeof ResolveReviewCommand>) {
  return runCommand('edit_orders', ResolveReviewCommand, command, (context, resolution) =>
    resolveReview(context, resolution, activityPorts),
  );
}
