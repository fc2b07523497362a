import {
  adminPathsOf,
  launchParametersOf,
  type PlatformVariables,
  storeParameterOf,
} from 'commerce-platform-client/deployment';
import {
  type Endpoint,
  metadataUrlOf,
  type OAuthEndpoints,
} from 'commerce-platform-client/tokens/oauth-endpoints';

/**
 * One setting of the platform. `source` is the origin of the value: the name of an environment variable, the issuer's
 * metadata, or an assumption.
 */
export type PlatformSetting = { name: string; value: string; source: string };

/**
 * Lists the settings of the platform in the deployment, for `npm run doctor`. `endpoints` is null if the issuer's
 * metadata cannot be used. The list has URLs and names only, never a secret.
 */
export function listPlatformSettings(
  variables: PlatformVariables & { PLATFORM_API_URL: string },
  endpoints: OAuthEndpoints | null,
): PlatformSetting[] {
  const paths = adminPathsOf(variables);
  const launch = launchParametersOf(variables);
  const setting = (name: string, value: string, variable: keyof PlatformVariables, otherwise: string) => ({
    name,
    value,
    source: variables[variable] === undefined ? otherwise : variable,
  });
  const endpoint = (name: string, variable: keyof PlatformVariables, given: Endpoint | undefined) =>
    given === undefined
      ? setting(name, variables[variable] ?? 'not known', variable, 'metadata')
      : setting(name, given.url, variable, given.source === 'metadata' ? 'metadata' : 'assumption A1');
  const authentication = endpoints?.clientAuthentication ?? 'not known';
  return [
    { name: 'API', value: variables.PLATFORM_API_URL, source: 'PLATFORM_API_URL' },
    { name: 'OAuth issuer', value: variables.PLATFORM_ISSUER, source: 'PLATFORM_ISSUER' },
    setting('metadata', metadataUrlOf(variables), 'PLATFORM_METADATA_URL', 'RFC 8414'),
    endpoint('authorization endpoint', 'PLATFORM_AUTHORIZATION_ENDPOINT', endpoints?.authorization),
    endpoint('token endpoint', 'PLATFORM_TOKEN_ENDPOINT', endpoints?.token),
    setting('client authentication', authentication, 'PLATFORM_CLIENT_AUTHENTICATION', 'metadata or A1'),
    setting('store parameter', storeParameterOf(variables), 'PLATFORM_STORE_PARAMETER', 'assumption A1'),
    { name: 'store admin', value: variables.PLATFORM_ADMIN_ORIGIN, source: 'PLATFORM_ADMIN_ORIGIN' },
    setting('app page in the admin', paths.app, 'PLATFORM_ADMIN_APP_PATH', 'assumption A2'),
    setting('order page in the admin', paths.order, 'PLATFORM_ADMIN_ORDER_PATH', 'assumption A2'),
    setting('launch, install id', launch.installId, 'PLATFORM_LAUNCH_INSTALL_PARAMETER', 'assumption A2'),
    setting('launch, token', launch.launchToken, 'PLATFORM_LAUNCH_TOKEN_PARAMETER', 'assumption A2'),
    setting('launch, page', launch.returnTo, 'PLATFORM_LAUNCH_RETURN_PARAMETER', 'assumption A2'),
  ];
}
