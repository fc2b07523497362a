'use server';

import type { z } from 'zod';
import { StartRepairCommand } from '@/lib/mirror/health/mirror-commands';
import { startRepair } from '@/lib/mirror/health/start-repair.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Schedules a full sweep (a read of the whole list) of every resource that the app may read. Each sweep is due
 * immediately.
 */
export async function startRepairAction(command: z.input<typeof StartRepairCommand>) {
  return runCommand('change_settings', StartRepairCommand, command, startRepair);
}
