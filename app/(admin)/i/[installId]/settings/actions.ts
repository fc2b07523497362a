'use server';

import { cookies } from 'next/headers';
import type { z } from 'zod';
import { SetRoleCommand } from '@/lib/installs/roles/role-commands';
import { setRole } from '@/lib/installs/roles/set-role.server';
import { chooseScreen, ChooseScreenCommand } from '@/lib/installs/sign-in/screen-cookie.server';
import { signOut } from '@/lib/installs/sign-in/sign-out.server';
import { SignOutCommand } from '@/lib/installs/sign-in/sign-out-command';
import { runCommand } from '@/app/(admin)/i/[installId]/run-command';

/**
 * Saves language, digits, colors and the X-ray switch for this browser. (X-ray shows for each part of a
 * screen where its data comes from.)
 */
export async function chooseScreenAction(command: z.input<typeof ChooseScreenCommand>) {
  return runCommand('read', ChooseScreenCommand, command, chooseScreen);
}

/**
 * Ends sessions of the install: the session of this browser, all sessions of one user, all sessions without a known
 * user, or all sessions.
 */
export async function signOutAction(command: z.input<typeof SignOutCommand>) {
  return runCommand(
    ({ target }) => [target.of === 'self' ? 'read' : 'change_settings'],
    SignOutCommand,
    command,
    async (context, parsed) => signOut(context, parsed, (await cookies()).getAll()),
  );
}

/** Changes the role of a person, or the default role of the store. */
export async function setRoleAction(command: z.input<typeof SetRoleCommand>) {
  return runCommand('change_roles', SetRoleCommand, command, setRole);
}
