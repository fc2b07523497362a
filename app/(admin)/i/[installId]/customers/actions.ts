'use server';

import type { z } from 'zod';
import { deletePerson } from '@/lib/customers/delete-person.server';
import { DeletePersonCommand, type DeletePersonOutcome } from '@/lib/customers/person-query';
import { type CommandRefusal, runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Erases a person from everything that the app stores of the install. */
export async function deletePersonAction(
  command: z.input<typeof DeletePersonCommand>,
): Promise<DeletePersonOutcome | CommandRefusal> {
  return runCommand(
    () => ['change_settings', 'see_personal_data'],
    DeletePersonCommand,
    command,
    deletePerson,
  );
}
