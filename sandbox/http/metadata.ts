import { scopes } from 'commerce-platform-client/contract/scopes';
import type { Runtime } from '@/sandbox/http/runtime';

/** Returns the metadata document of the OAuth authorization server (RFC 8414; A1). */
export function oauthMetadata({ origin, issuer, layout }: Runtime): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: origin + layout.authorize,
    token_endpoint: origin + layout.token,
    revocation_endpoint: origin + layout.revoke,
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: scopes,
    authorization_response_iss_parameter_supported: true,
  };
}
