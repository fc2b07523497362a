import { SignInNow } from '@/components/entry/sign-in-now';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/** Where the admin's Install button leads (A1): begins OAuth for the store it came from. */
export default async function InstallPage({ searchParams }: EntryPageProps) {
  const { store } = await entryQuery(searchParams);
  return <SignInNow store={store} callbackUrl="/" />;
}
