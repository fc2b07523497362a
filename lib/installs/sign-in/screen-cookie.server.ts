import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { framedCookie, type SentCookies } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from '@/lib/shared/ids';
import { readScreenChoice, screenChoiceText, ScreenWords } from '@/lib/shared/screen-choice';
import type { ScreenChoice } from '@/lib/shared/screen-words';
import { env } from '@/lib/system/env';

/** Input of the action. Fields that are not given stay unchanged. */
export const ChooseScreenCommand = z.object({ installId: InstallId, choice: ScreenWords.partial() });
export type ChooseScreenCommand = z.infer<typeof ChooseScreenCommand>;

const name = '__Host-daftar.screen';

/**
 * One cookie for all stores of a browser, because language and colours belong to the user. Browsers store a cookie for
 * 400 days at most.
 */
const options = { ...framedCookie, maxAge: 400 * 86_400 };

/** Reads the screen choice from these cookies. The x-ray is used only if the deployment allows it. */
export function sentScreenChoice(sent: SentCookies): ScreenChoice {
  const choice = readScreenChoice(sent.find((cookie) => cookie.name === name)?.value);
  return env().XRAY === 'on' ? choice : { ...choice, xray: null };
}

/** Stores the choice in the browser with the current response. The page is then rendered again with this choice. */
export async function chooseScreen(_context: unknown, { choice }: ChooseScreenCommand) {
  const jar = await cookies();
  const chosen = { ...sentScreenChoice(jar.getAll()), ...choice };
  jar.set(name, screenChoiceText(chosen), options);
  return { code: 'chosen', status: 200 } as const;
}
