import { TokenError, TokenResponse } from '../contract/oauth';
import { PlatformError } from '../platform-error';
import type { ClientAuthentication } from './oauth-endpoints';

/** The app as a client of the token endpoint. `tokenUrl` and `clientAuthentication` come from oauth-endpoints.ts. */
export type TokenClient = {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  clientAuthentication: ClientAuthentication;
};

/**
 * Outcome of a request to the token endpoint. `invalid_grant`: the platform refused the code or the refresh token.
 * `unknown`: any other failure, such as no response or a response that cannot be parsed. In the case `unknown`, the
 * platform may have issued tokens.
 */
export type TokenOutcome =
  | { code: 'issued'; tokens: TokenResponse }
  | { code: 'invalid_grant' }
  | { code: 'unknown'; cause: unknown };

/**
 * Sends one request to the token endpoint, with the parameters of a grant. It never retries and never throws. The
 * request ends after 10 s. RFC 6749, sections 2.3.1, 4.1.3 and 6.
 */
export async function requestTokens(
  client: TokenClient,
  grant: Readonly<Record<string, string>>,
): Promise<TokenOutcome> {
  const { clientId, clientSecret } = client;
  const basic = Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64');
  const isBasic = client.clientAuthentication === 'client_secret_basic';
  try {
    const response = await fetch(client.tokenUrl, {
      method: 'POST',
      headers: {
        ...(isBasic && { authorization: `Basic ${basic}` }),
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        ...grant,
        ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
      }),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    const json: unknown = await response.json();
    if (response.ok) return { code: 'issued', tokens: TokenResponse.parse(json) };
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
