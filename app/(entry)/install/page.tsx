import { SignInNow } from '@/components/entry/sign-in-now';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/** Target of the admin's Install button (A1). Starts OAuth for the store the user came from. */
export default async function InstallPage({ searchParams }: EntryPageProps) {
  const { store } = await entryQuery(searchParams);
  return <SignInNow store={store} callbackUrl="/" />;
}
