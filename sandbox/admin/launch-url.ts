import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { PlatformLayout } from '@/sandbox/platform-layout';
import type { AppRecord, InstallRecord, StoreRecord } from '@/sandbox/world/records';

const lifeSeconds = 60;

/**
 * Returns the URL of the iframe in which the store admin opens the app. It contains a launch token for the signed-in
 * member, valid for 60 s (A2).
 */
export async function launchUrl(
  app: AppRecord,
  store: StoreRecord,
  install: InstallRecord,
  options: {
    issuer: string;
    names: PlatformLayout['launch'];
    wallMs: number;
    withToken: boolean;
    withInstall: boolean;
    returnTo: string | undefined;
  },
): Promise<string> {
  const url = new URL('/launch', app.origin);
  const { names } = options;
  if (options.withInstall) url.searchParams.set(names.installId, install.id);
  if (options.withToken)
    url.searchParams.set(names.launchToken, await launchToken(app, store, install, options));
  if (options.returnTo !== undefined) url.searchParams.set(names.returnTo, options.returnTo);
  return url.href;
}

function launchToken(
  app: AppRecord,
  store: StoreRecord,
  install: InstallRecord,
  { issuer, wallMs }: { issuer: string; wallMs: number },
): Promise<string> {
  const member = store.staff[0];
  const nowSeconds = Math.floor(wallMs / 1000);
  return new SignJWT({ name: member?.name, install_id: install.id, store_id: store.id, locale: store.locale })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(app.client_id)
    .setSubject(member?.id ?? 'owner')
    .setJti(randomUUID())
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + lifeSeconds)
    .sign(new TextEncoder().encode(app.client_secret));
}
