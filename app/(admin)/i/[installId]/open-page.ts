import { notFound, redirect } from 'next/navigation';
import { setRequestLocale } from 'next-intl/server';
import { type InstallContext, requireInstall } from '@/lib/installs/require-install.server';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import { type NoRight, noRightOf, type Right } from '@/lib/shared/roles/roles';
import { readerTag } from '@/lib/shared/screen-words';

/**
 * Checks the access of a page. Returns the context of the install in the path, or redirects to a page that explains
 * what to do. Every page under /i/[installId] calls this function first. `path` is the page to which the user returns
 * after a sign-in.
 *
 * `needed` is the right that the page needs (S35); every role has the right `read`. If the user's role lacks the right,
 * the function returns the refusal, and the page renders RoleForbidden.
 */
export async function openPage(params: PageParams, needed: 'read', path?: string): Promise<InstallContext>;
export async function openPage(
  params: PageParams,
  needed: Right,
  path?: string,
): Promise<InstallContext | NoRight>;
export async function openPage(
  params: PageParams,
  needed: Right,
  path = '/orders',
): Promise<InstallContext | NoRight> {
  const { installId } = await params;
  const access = await requireInstall(decodeURIComponent(installId), needed);
  const context = access.ok ? access.context : access.refusal.code === 'no_right' && access.refusal.context;
  if (context) setRequestLocale(readerTag(context.locale, context.screen, context.store.country));
  if (access.ok) return access.context;
  if (access.refusal.code === 'no_right') return noRightOf(access.refusal);
  const query = new URLSearchParams({ install_id: installId, returnTo: `/i/${installId}${path}` });
  if (access.refusal.code === 'signed_out') redirect(`/launch/sign-in?${query}`);
  if (access.refusal.code === 'reconnect') toReconnect(installId);
  notFound();
}

type PageParams = Promise<{ installId: string }>;

/**
 * Waits for `read`, which reads the data of a page. If `read` fails because the platform refused the tokens
 * of the install, this function redirects to the reconnect page.
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
