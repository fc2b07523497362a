import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { FinishWindow } from '@/components/entry/finish-window';
import { SignInNow } from '@/components/entry/sign-in-now';
import { createHandoff } from '@/lib/installs/sign-in/handoff.server';
import { requireInstall } from '@/lib/installs/require-install.server';
import { windowCookie } from '@/lib/installs/sign-in/window-cookie';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/** Top-level window of a sign-in: OAuth first, then the hand-over to the iframe that opened the window. */
export default async function WindowPage({ searchParams }: EntryPageProps) {
  const { install_id: installId, code_hash: givenHash } = await entryQuery(searchParams);
  if (!installId) redirect('/');
  const codeHash = (await isOpenedByUs(givenHash)) ? givenHash : null;
  const access = await requireInstall(installId);
  if (access.ok)
    return <FinishWindow installId={installId} code={await createHandoff(installId)} codeHash={codeHash} />;
  const query = new URLSearchParams({ install_id: installId, ...(codeHash && { code_hash: codeHash }) });
  return <SignInNow store={null} callbackUrl={`/launch/window?${query}`} />;
}

/** The number is shown only in a window that our iframe opened. A link from another site could bring its own number. */
async function isOpenedByUs(codeHash: string | null): Promise<boolean> {
  if (!codeHash) return false;
  if ((await headers()).get('sec-fetch-site') === 'same-origin') return true;
  return (await cookies()).get(windowCookie.name)?.value === codeHash;
}
