import { notFound, redirect } from 'next/navigation';
import { setRequestLocale } from 'next-intl/server';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import { readerTag } from '@/lib/shared/screen-words';

/**
 * Checks whether the user may open a page. Returns the context of the install in the path, or redirects to a page that
 * says what to do. Every page under /i/[installId] calls it first. `path` is the page to return to after sign-in.
 */
export async function openPage(
  params: Promise<{ installId: string }>,
  path = '/orders',
): Promise<InstallContext> {
  const { installId } = await params;
  const access = await requireInstall(decodeURIComponent(installId));
  if (access.ok) {
    setRequestLocale(readerTag(access.context.locale, access.context.screen));
    return access.context;
  }
  const query = new URLSearchParams({ install_id: installId, returnTo: `/i/${installId}${path}` });
  if (access.refusal.code === 'signed_out') redirect(`/launch/sign-in?${query}`);
  if (access.refusal.code === 'reconnect') toReconnect(installId);
  notFound();
}

/**
 * Waits for data that a page reads. If the platform has just refused the tokens of the install, it redirects to the
 * reconnect page.
 */
export async function readForPage<T>(context: InstallContext, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ReconnectRequired) toReconnect(context.installId);
    throw error;
  }
}

function toReconnect(installId: string): never {
  redirect(`/reconnect?${new URLSearchParams({ install_id: installId })}`);
}
