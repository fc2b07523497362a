import { redirect } from 'next/navigation';
import { SignInByWindow } from '@/components/entry/sign-in-by-window';
import { returnPath } from '@/lib/installs/sign-in/return-path';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/** Sign-in page inside the iframe, shown if the request has neither a launch token nor a session. */
export default async function SignInPage({ searchParams }: EntryPageProps) {
  const { install_id: installId, returnTo } = await entryQuery(searchParams);
  if (!installId) redirect('/');
  return <SignInByWindow installId={installId} returnTo={returnPath(returnTo, installId)} />;
}
