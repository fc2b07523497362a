import { z } from 'zod';
import { InstallId } from '@/lib/shared/ids';

/** Input of the action that reads all data of the store again. */
export const StartRepairCommand = z.object({ installId: InstallId });
export type StartRepairCommand = z.infer<typeof StartRepairCommand>;
