import { notFound, redirect } from 'next/navigation';
import { setRequestLocale } from 'next-intl/server';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import { readerTag } from '@/lib/shared/screen-words';

/**
 * The door of a page: the context of the install in its path, or the page that says what to do. Each page under
 * /i/[installId] begins with it; `path` is where to come back to after signing in.
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

/** A read of a page: when the platform has just refused the install's tokens, the page that says what to do. */
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
