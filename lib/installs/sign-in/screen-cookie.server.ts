import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { framedCookie, type SentCookies } from '@/lib/installs/sign-in/session-cookie.server';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { readScreenChoice, screenChoiceText, ScreenWords } from '@/lib/shared/screen-choice';
import type { ScreenChoice } from '@/lib/shared/screen-words';
import { env } from '@/lib/system/env';

/** Input of the action that changes the screen settings of a browser. Settings that are not given stay unchanged. */
export const ChooseScreenCommand = z.object({ installId: InstallId, choice: ScreenWords.partial() });
export type ChooseScreenCommand = z.infer<typeof ChooseScreenCommand>;

const name = '__Host-daftar.screen';

/**
 * The user's language and colours are the same in every store. So one cookie has the screen settings for all stores of
 * a browser. Browsers store a cookie for 400 days at most.
 */
const options = { ...framedCookie, maxAge: 400 * 86_400 };

/**
 * Reads the user's screen settings from the cookies. The X-ray setting is ignored if the deployment does not allow it.
 */
export function sentScreenChoice(sent: SentCookies): ScreenChoice {
  const choice = readScreenChoice(sent.find((cookie) => cookie.name === name)?.value);
  return env().XRAY === 'on' ? choice : { ...choice, xray: null };
}

/** Sets the screen settings cookie in the current response. The page is then rendered again with the new settings. */
export async function chooseScreen(_context: unknown, { choice }: ChooseScreenCommand) {
  const jar = await cookies();
  const chosen = { ...sentScreenChoice(jar.getAll()), ...choice };
  jar.set(name, screenChoiceText(chosen), options);
  return { code: 'chosen', status: 200 } as const;
}
