import type { InstallContext } from '@/lib/installs/require-install.server';
import { installPath } from '@/lib/shared/install-path';
import type { StoreContact } from '@/lib/shared/messages/store-contact';
import { hasRight } from '@/lib/shared/roles/roles';

/**
 * Returns null if the store has a phone for its documents. If not, returns the URL of the setting; it is null if the
 * user may not change the setting.
 */
export function missingPhone(
  { installId, role }: Pick<InstallContext, 'installId' | 'role'>,
  { phone }: StoreContact,
): { href: string | null } | null {
  if (phone !== '') return null;
  return { href: hasRight(role, 'change_settings') ? installPath(installId, '/settings#documents') : null };
}
