import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';

/** Input of the action that starts a full read of everything. */
export const StartRepairCommand = z.object({ installId: InstallId });
export type StartRepairCommand = z.infer<typeof StartRepairCommand>;
