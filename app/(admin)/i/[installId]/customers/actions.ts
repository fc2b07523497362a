'use server';

import type { z } from 'zod';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { DeletePersonCommand, type DeletePersonOutcome } from '@/lib/customers/person-query';
import { type Busy, limitCostlyActions } from '@/lib/system/http/costly-actions';
import { type CommandRefusal, runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Limit of erasures (S13). An erasure decrypts all stored requests of the install, twice. */
const erasures = limitCostlyActions({ perMinute: 20 });

/** Erases a person from everything that the app stores of the install. */
export async function deletePersonAction(
  command: z.input<typeof DeletePersonCommand>,
): Promise<DeletePersonOutcome | Busy | CommandRefusal> {
  return runCommand(
    () => ['change_settings', 'see_personal_data'],
    DeletePersonCommand,
    command,
    (context, query) => erasures.run(context.installId, () => deletePerson(context, query)),
  );
}
