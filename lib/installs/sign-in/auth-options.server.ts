import 'server-only';
import type { NextAuthOptions, Profile } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import { completeInstall } from '@/lib/installs/complete-install.server';
import { requestBudget } from '@/lib/installs/request-budget.server';
import { createPlatformClient, type PlatformClient } from 'commerce-platform-client/client';
import { Installation } from 'commerce-platform-client/contract/installation';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import { brand } from '@/brand';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { OAuthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';
import type { AccessToken } from 'commerce-platform-client/ports';
import type { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Result of an OAuth callback. It is set while next-auth handles the callback. `grant`: the install and the store of a
 * completed grant. `isStoreBusy`: the grant was not completed, because no request was possible before the deadline. The
 * platform was busy, or the app's request budget was used up.
 */
export type CallbackResult = {
  grant?: { installId: InstallId; storeId: StoreId };
  isStoreBusy?: boolean;
};

/**
 * Deadline in ms of the read of GET /installation in an OAuth callback. The read may have to wait for the request
 * budget, for example while a colleague prints many orders. The deadline is below the 60 s after which a proxy usually
 * ends the request.
 */
const installationDeadlineMs = 30_000;

const requestedScopes: readonly Scope[] = brand.scopes;

const lax = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 600 } as const;

/**
 * Returns the next-auth options with the platform as the OAuth provider: PKCE S256, state, userinfo from GET
 * /installation (A1). The options are created for each request, so that `result` contains the result of this request.
 */
export function authOptions(result: CallbackResult, endpoints: OAuthEndpoints): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: lax.maxAge },
    providers: [platformProvider(result, endpoints)],
    callbacks: {
      async signIn({ account, profile }) {
        // completeInstall needs `expires_in` (seconds), as in the token response. next-auth has replaced it
        // by `expires_at` (time of expiry), so the seconds are computed again.
        const expiresIn = account?.expires_at && {
          expires_in: account.expires_at - Math.floor(Date.now() / 1000),
        };
        const tokens = TokenResponse.safeParse({ ...account, ...expiresIn });
        const installation = Installation.safeParse(profile);
        if (!tokens.success || !installation.success) return false;
        const done = await completeInstall(tokens.data, installation.data).catch((error: unknown) => {
          log.error(
            { error, installId: tokens.data.install_id },
            'a sign-in could not store its grant; the user must open the app again',
          );
          throw error;
        });
        if (!done.ok) return false;
        result.grant = { installId: done.installId, storeId: tokens.data.store_id };
        return true;
      },
      // next-auth's own session stays empty, because it would be valid for all stores in the browser. Daftar has one
      // session for each install (session-cookie.server.ts).
      jwt: () => ({}),
      session: ({ session }) => session,
      // After sign-in, next-auth may redirect only to paths of this app. Any other URL is replaced by the home page
      // (S3).
      redirect: ({ url, baseUrl }) =>
        url.startsWith(`${baseUrl}/`) || url.startsWith('/launch/window?') ? url : baseUrl,
    },
    cookies: {
      sessionToken: { name: '__Host-daftar.sign-in', options: lax },
      callbackUrl: { name: '__Host-daftar.callback-url', options: lax },
      csrfToken: { name: '__Host-daftar.csrf', options: lax },
      pkceCodeVerifier: { name: '__Host-daftar.pkce', options: lax },
      state: { name: '__Host-daftar.state', options: lax },
      nonce: { name: '__Host-daftar.nonce', options: lax },
    },
    pages: { signIn: '/install', error: '/install' },
    logger: {
      error: (code, metadata) => {
        const error = 'error' in metadata ? metadata.error : metadata;
        log.warn(
          { code, reason: error instanceof Error ? wordsBeforeValues(error.message) : undefined },
          'next-auth reported an error during sign-in',
        );
      },
      warn: (code) => log.debug({ code }, 'next-auth reported a warning during sign-in'),
      debug: () => undefined,
    },
  };
}

/**
 * Returns only the first words of an error message, such as "state mismatch". The rest of the message may quote OAuth
 * states or text of the URL, which anyone can write, so it must not be logged (S8).
 */
function wordsBeforeValues(message: string): string {
  return /^[a-z_ ]{0,40}/i.exec(message)?.[0].trim() ?? '';
}

function platformProvider(
  result: CallbackResult,
  endpoints: OAuthEndpoints,
): OAuthConfig<Installation & Profile> {
  const { PLATFORM_ISSUER, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET } = env();
  return {
    id: 'platform',
    name: 'Store admin',
    type: 'oauth',
    issuer: PLATFORM_ISSUER,
    clientId: PLATFORM_CLIENT_ID,
    clientSecret: PLATFORM_CLIENT_SECRET,
    client: { token_endpoint_auth_method: endpoints.clientAuthentication },
    checks: ['pkce', 'state'],
    authorization: {
      url: endpoints.authorization.url,
      params: { scope: requestedScopes.join(' ') },
    },
    token: endpoints.token.url,
    userinfo: {
      async request({ tokens }) {
        try {
          const { body } = await clientOf(tokens).getInstallation({ deadlineMs: installationDeadlineMs });
          return body.data as Installation & Profile;
        } catch (error) {
          if (error instanceof PlatformError) {
            const { code, status } = error;
            log.warn(
              { code, status },
              'a sign-in could not read the install; the user must open the app again',
            );
            result.isStoreBusy = code === 'rate_limited';
          }
          throw error;
        }
      },
    },
    profile: (installation) => ({ id: installation.install.id }),
    httpOptions: { timeout: 10_000 },
  };
}

/**
 * Returns a platform client for tokens that are not stored yet. Its requests count in the request budget of the
 * install, as all other requests do.
 */
function clientOf(tokens: unknown): PlatformClient {
  const { install_id: installId, access_token: accessToken } = TokenResponse.pick({
    install_id: true,
    access_token: true,
  }).parse(tokens);
  return createPlatformClient({
    baseUrl: env().PLATFORM_API_URL,
    tokens: {
      current: async () => ({ token: accessToken as AccessToken, version: 0 }),
      refused: async () => undefined,
    },
    budget: requestBudget(installId, 'person'),
  });
}
