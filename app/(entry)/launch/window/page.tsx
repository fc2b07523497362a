import { cookies, headers } from 'next/headers';
import { FinishWindow } from '@/components/entry/finish-window';
import { SignInNow } from '@/components/entry/sign-in-now';
import { createHandoff } from '@/lib/installs/sign-in/handoff.server';
import { requireInstall } from '@/lib/installs/require-install.server';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/**
 * Page of the top-level window that the iframe opens for the sign-in. If this window has a session for the install, the
 * page hands over a one-use code to the iframe. Without a session, the page first starts OAuth, and hands over the code
 * after OAuth. If the launch named no install, OAuth starts even if there is a session. The OAuth callback then adds
 * the id of the install that the merchant chose.
 */
export default async function WindowPage({ searchParams }: EntryPageProps) {
  const { install_id: installId, code_hash: givenHash } = await entryQuery(searchParams);
  const codeHash = (await isOpenedByUs(givenHash)) ? givenHash : null;
  const access = installId ? await requireInstall(installId, 'read') : null;
  if (access?.ok) {
    const { installId: own, actor, sessionEndsAt } = access.context;
    const code = await createHandoff(own, actor, sessionEndsAt);
    return <FinishWindow installId={own} code={code} codeHash={codeHash} />;
  }
  const query = new URLSearchParams({
    ...(installId && { install_id: installId }),
    ...(codeHash && { code_hash: codeHash }),
  });
  return <SignInNow store={null} callbackUrl={`/launch/window?${query}`} />;
}

/**
 * True if our own iframe opened this window. Only then does the window show the six digits that the merchant
 * compares with the digits in the iframe. Without this check, a link on another site could open the window
 * with the code hash of an attacker's iframe. The window would then show the digits of that iframe.
 */
async function isOpenedByUs(codeHash: string | null): Promise<boolean> {
  if (!codeHash) return false;
  if ((await headers()).get('sec-fetch-site') === 'same-origin') return true;
  return (await cookies()).get(windowCookie.name)?.value === codeHash;
}
