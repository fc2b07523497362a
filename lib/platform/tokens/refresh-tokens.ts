import type { TokenResponse } from '../contract/oauth';
import { requestTokens, type TokenClient } from './request-tokens';

/**
 * Outcome of a token refresh. `invalid_grant`: the platform refused the refresh token. `unknown`: any other failure,
 * such as no response or a response that cannot be parsed. In the case `unknown`, the platform may have issued new
 * tokens.
 */
export type RefreshOutcome =
  | { code: 'refreshed'; tokens: TokenResponse }
  | { code: 'invalid_grant' }
  | { code: 'unknown'; cause: unknown };

/**
 * Refreshes the tokens by RFC 6749, section 6. The function sends one request and never retries. The caller decides
 * about a retry from the state that it saved before the request (S9).
 */
export async function refreshTokens(
  request: TokenClient & { refreshToken: string },
): Promise<RefreshOutcome> {
  const grant = { grant_type: 'refresh_token', refresh_token: request.refreshToken };
  const outcome = await requestTokens(request, grant);
  return outcome.code === 'issued' ? { code: 'refreshed', tokens: outcome.tokens } : outcome;
}
