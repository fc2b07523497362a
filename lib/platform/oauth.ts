import { TokenError, TokenResponse } from '@/lib/platform/contract/oauth';
import { PlatformError } from '@/lib/platform/platform-error';

/** What a refresh came to. unknown: no answer was read, the token may have been rotated or not. */
export type RefreshOutcome =
  | { code: 'refreshed'; tokens: TokenResponse }
  | { code: 'invalid_grant' }
  | { code: 'unknown'; cause: unknown };

/**
 * RFC 6749, section 6, with client_secret_basic (A1). Never retried here: whether to send again is the caller's
 * decision, by what it saved before (security: Refresh).
 */
export async function refreshTokens(request: {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}): Promise<RefreshOutcome> {
  const basic = [request.clientId, request.clientSecret].map(encodeURIComponent).join(':');
  try {
    const response = await fetch(request.tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: request.refreshToken }),
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
