import { SignInByWindow } from '@/components/entry/sign-in-by-window';
import { appPath } from '@/lib/installs/sign-in/return-path';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/**
 * Sign-in page inside the iframe, shown if the request has neither a launch token nor a session. The launch may have
 * named no install; the merchant then chooses the store in the sign-in window.
 */
export default async function SignInPage({ searchParams }: EntryPageProps) {
  const { install_id: installId, returnTo } = await entryQuery(searchParams);
  return <SignInByWindow installId={installId} returnTo={appPath(returnTo)} />;
}
