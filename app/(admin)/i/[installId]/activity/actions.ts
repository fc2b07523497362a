'use server';

import type { z } from 'zod';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { ResolveReviewCommand } from '@/lib/operations/activity/resolve-review';
import { resolveReview } from '@/lib/operations/activity/resolve-review.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Resolves a write with unknown outcome manually. */
export async function resolveReviewAction(command: z.input<typeof ResolveReviewCommand>) {
  return runCommand(ResolveReviewCommand, command, (context, resolution) =>
    resolveReview(context, resolution, activityPorts),
  );
}
