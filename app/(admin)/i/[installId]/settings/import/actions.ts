'use server';

import type { z } from 'zod';
import { importEarlierData, ignoreEarlierData } from '@/lib/imports/import-earlier-data.server';
import { EarlierDataCommand } from '@/lib/imports/import-commands';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Imports the selected data of an earlier installation into this install. */
export async function importEarlierDataAction(command: z.input<typeof EarlierDataCommand>) {
  return runCommand(EarlierDataCommand, command, importEarlierData);
}

/** Marks the selected data of an earlier installation as not to be offered again. */
export async function ignoreEarlierDataAction(command: z.input<typeof EarlierDataCommand>) {
  return runCommand(EarlierDataCommand, command, ignoreEarlierData);
}
