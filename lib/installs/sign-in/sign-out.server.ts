import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readOwnSession, type SentCookies } from '@/lib/installs/sign-in/session-cookie.server';
import { endSessions, findSession } from '@/lib/installs/sign-in/session.server';
import type { SignOutCommand } from '@/lib/installs/sign-in/sign-out-command';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { withSystem } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/**
 * Ends the sessions that a user chose. Every user of the store may do this, because anyone who can open the app in the
 * store admin gets a new session there. `sent` contains the cookies that this browser sent. `isOwnEnded` is true if the
 * session of this browser has ended.
 */
export async function signOut(
  { installId }: Pick<InstallContext, 'installId'>,
  { target }: SignOutCommand,
  sent: SentCookies,
) {
  const own = await readOwnSession(sent, installId);
  const ended = await withSystem((tx) => endSessions(tx, installId, whichOf(target, own)));
  log.info({ installId, of: target.of, ended }, 'a merchant ended sessions');
  return { code: 'done', status: 200, isOwnEnded: !own || (await findSession(own)) === null } as const;
}

function whichOf(target: SignOutCommand['target'], own: string | null) {
  if (target.of === 'person') return { actorSub: target.sub };
  if (target.of === 'unnamed') return { actorSub: null };
  return target.of === 'self' ? { idHash: own ? sha256Hex(own) : '' } : {};
}
