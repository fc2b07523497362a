import { SignInNow } from '@/components/entry/sign-in-now';
import { type EntryPageProps, entryQuery } from '@/app/(entry)/entry-query';

/**
 * Page that the Install button of the store admin opens (A1). It starts OAuth for the store in which the button was
 * pressed.
 */
export default async function InstallPage({ searchParams }: EntryPageProps) {
  const { store } = await entryQuery(searchParams);
  return <SignInNow store={store} callbackUrl="/" />;
}
