'use server';

import { importEarlierData, ignoreEarlierData } from '@/lib/imports/import-earlier-data.server';
import { EarlierDataCommand } from '@/lib/imports/import-commands';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Brings what was chosen into this install. */
export async function importEarlierDataAction(command: unknown) {
  return runCommand(EarlierDataCommand, command, importEarlierData);
}

/** What was chosen is not offered again. */
export async function ignoreEarlierDataAction(command: unknown) {
  return runCommand(EarlierDataCommand, command, ignoreEarlierData);
}
