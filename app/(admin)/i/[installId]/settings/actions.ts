'use server';

import type { z } from 'zod';
import { chooseScreen, ChooseScreenCommand } from '@/lib/installs/sign-in/screen-cookie.server';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/** Saves language, digits, colours and x-ray for this browser. */
export async function chooseScreenAction(command: z.input<typeof ChooseScreenCommand>) {
  return runCommand(ChooseScreenCommand, command, chooseScreen);
}
