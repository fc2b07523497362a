import { TokenError, TokenResponse } from '@/lib/platform/contract/oauth';
import type { ClientAuthentication } from '@/lib/platform/oauth-endpoints';
import { PlatformError } from '@/lib/platform/platform-error';

/**
 * Outcome of a token refresh. `invalid_grant`: the platform refused the refresh token. `unknown`: any other failure,
 * such as no response or a response that cannot be parsed. The platform may have issued new tokens nevertheless.
 */
export type RefreshOutcome =
  | { code: 'refreshed'; tokens: TokenResponse }
  | { code: 'invalid_grant' }
  | { code: 'unknown'; cause: unknown };

/**
 * Refreshes the tokens by RFC 6749, section 6. This function sends one request and never retries. The caller decides
 * whether to retry, from the state that it saved before the request (S9).
 */
export async function refreshTokens(request: {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  clientAuthentication: ClientAuthentication;
  refreshToken: string;
}): Promise<RefreshOutcome> {
  const { clientId, clientSecret } = request;
  const basic = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');
  const isBasic = request.clientAuthentication === 'client_secret_basic';
  try {
    const response = await fetch(request.tokenUrl, {
      method: 'POST',
      headers: {
        ...(isBasic && { authorization: `Basic ${basic}` }),
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: request.refreshToken,
        ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
      }),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    const json: unknown = await response.json();
    if (response.ok) return { code: 'refreshed', tokens: TokenResponse.parse(json) };
    const error = TokenError.safeParse(json);
    if (error.success && error.data.error === 'invalid_grant') return { code: 'invalid_grant' };
    return {
      code: 'unknown',
      cause: new PlatformError(`token endpoint: ${response.status}`, {
        status: response.status,
        code: error.success ? error.data.error : 'bad_answer',
      }),
    };
  } catch (cause) {
    return { code: 'unknown', cause };
  }
}
