import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { framedCookie, type SentCookies } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { readScreenChoice, screenChoiceText, ScreenWords } from '@/lib/shared/screen-choice';
import type { ScreenChoice } from '@/lib/shared/screen-words';
import { env } from '@/lib/system/env';

/** What is to be chosen; what is not named stays. */
export const ChooseScreenCommand = z.object({ installId: InstallId, choice: ScreenWords.partial() });
export type ChooseScreenCommand = z.infer<typeof ChooseScreenCommand>;

const name = '__Host-daftar.screen';

/** One for all stores of a browser: language and colours are the reader's. 400 days are what browsers keep at most. */
const options = { ...framedCookie, maxAge: 400 * 86_400 };

/** What was chosen in the browser that sent these; the x-ray only where the deployment allows it. */
export function sentScreenChoice(sent: SentCookies): ScreenChoice {
  const choice = readScreenChoice(sent.find((cookie) => cookie.name === name)?.value);
  return env().XRAY === 'on' ? choice : { ...choice, xray: null };
}

/** Keeps it in the browser, with the answer under way; the page is then drawn again as it says. */
export async function chooseScreen(_context: InstallContext, { choice }: ChooseScreenCommand) {
  const jar = await cookies();
  const chosen = { ...sentScreenChoice(jar.getAll()), ...choice };
  jar.set(name, screenChoiceText(chosen), options);
  return { code: 'chosen', status: 200 } as const;
}
