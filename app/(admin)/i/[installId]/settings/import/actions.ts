'use server';

import type { z } from 'zod';
import { importEarlierData, ignoreEarlierData } from '@/lib/imports/import-earlier-data.server';
import { EarlierDataCommand } from '@/lib/imports/import-commands';
import type { Right } from '@/lib/shared/roles/roles';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Moves the selected quotes and saved views of an earlier installation of the app into the current install. */
export async function importEarlierDataAction(command: z.input<typeof EarlierDataCommand>) {
  return runCommand(rightsOfImport, EarlierDataCommand, command, importEarlierData);
}

/**
 * Declines the selected quotes and saved views of an earlier installation of the app, so that they are not offered for
 * import again.
 */
export async function ignoreEarlierDataAction(command: z.input<typeof EarlierDataCommand>) {
  return runCommand(rightsOfImport, EarlierDataCommand, command, ignoreEarlierData);
}

/**
 * Returns the rights that are needed to import or decline earlier data. Quotes also need `agree_prices`, because a
 * quote contains agreed prices.
 */
function rightsOfImport({ quotes }: EarlierDataCommand): readonly [Right, ...Right[]] {
  return quotes.length > 0 ? ['change_settings', 'agree_prices'] : ['change_settings'];
}
