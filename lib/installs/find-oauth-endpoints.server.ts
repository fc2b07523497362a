import 'server-only';
import {
  MetadataError,
  type OAuthEndpoints,
  oauthEndpoints,
} from 'commerce-platform-client/tokens/oauth-endpoints';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Returns the OAuth endpoints of the platform (S38). If the issuer's metadata cannot be used, logs the reason and
 * returns null. The caller then refuses the sign-in, or refreshes the token later.
 */
export async function findOAuthEndpoints(): Promise<OAuthEndpoints | null> {
  try {
    return await oauthEndpoints(env());
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    log.error(
      { reason: error.message },
      'the OAuth endpoints are not known; no sign-in and no token refresh',
    );
    return null;
  }
}
