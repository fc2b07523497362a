import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';

/** Input of the action that starts a new read of all data of the store. */
export const StartRepairCommand = z.object({ installId: InstallId });
export type StartRepairCommand = z.infer<typeof StartRepairCommand>;
