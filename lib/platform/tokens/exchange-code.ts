import { requestTokens, type TokenClient, type TokenOutcome } from './request-tokens';

/** The values that the app received in the OAuth callback, and the PKCE verifier that the app had stored (RFC 7636). */
export type CodeGrant = { code: string; redirectUri: string; codeVerifier: string };

/**
 * Exchanges an authorization code for the first tokens of an install (RFC 6749, section 4.1.3). This function sends one
 * request and never retries: after an `unknown` outcome, the merchant starts the authorization again. The caller must
 * compare `state` before it calls this function. platform: Authentication.
 */
export function exchangeCode(client: TokenClient, grant: CodeGrant): Promise<TokenOutcome> {
  return requestTokens(client, {
    grant_type: 'authorization_code',
    code: grant.code,
    redirect_uri: grant.redirectUri,
    code_verifier: grant.codeVerifier,
  });
}
