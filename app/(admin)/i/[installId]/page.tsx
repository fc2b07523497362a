import { redirect } from 'next/navigation';
import { installPath } from '@/lib/shared/install-path';
import { openPage } from './open-page';

/** The app opens on its orders. */
export default async function InstallPage({ params }: { params: Promise<{ installId: string }> }) {
  const { installId } = await openPage(params);
  redirect(installPath(installId, '/orders'));
}
