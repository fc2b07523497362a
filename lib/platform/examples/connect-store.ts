import type { PlatformVariables } from 'commerce-platform-client/deployment';
import { type CodeGrant, exchangeCode } from 'commerce-platform-client/tokens/exchange-code';
import { oauthEndpoints } from 'commerce-platform-client/tokens/oauth-endpoints';

type App = { clientId: string; clientSecret: string };

/**
 * Returns the first tokens of an install. The caller must store them, encrypted and keyed by install_id, before it uses
 * them.
 */
export async function connectStore(platform: PlatformVariables, app: App, grant: CodeGrant) {
  const { token, clientAuthentication } = await oauthEndpoints(platform);
  const outcome = await exchangeCode({ ...app, tokenUrl: token.url, clientAuthentication }, grant);
  if (outcome.code !== 'issued') throw new Error(`The store was not connected: ${outcome.code}`);
  return outcome.tokens;
}
