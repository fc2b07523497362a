'use server';

import { adoptLeft, leaveLeft } from '@/lib/imports/import-earlier-data.server';
import { LeftCommand } from '@/lib/imports/import-commands';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Brings what was chosen into this install. */
export async function adoptLeftAction(command: unknown) {
  return runCommand(LeftCommand, command, adoptLeft);
}

/** What was chosen is not offered again. */
export async function leaveLeftAction(command: unknown) {
  return runCommand(LeftCommand, command, leaveLeft);
}
