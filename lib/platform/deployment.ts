import { adminPaths, launchParameters, storeHintParameter } from './assumptions';

/**
 * Environment variables with the addresses of the platform and the names that it uses. If an optional variable is set,
 * it replaces an assumption (A1, A2). The caller validates the variables.
 */
export type PlatformVariables = {
  PLATFORM_ISSUER: string;
  PLATFORM_ADMIN_ORIGIN: string;
  PLATFORM_CLIENT_ID: string;
  PLATFORM_METADATA_URL?: string | undefined;
  PLATFORM_AUTHORIZATION_ENDPOINT?: string | undefined;
  PLATFORM_TOKEN_ENDPOINT?: string | undefined;
  PLATFORM_CLIENT_AUTHENTICATION?: 'client_secret_basic' | 'client_secret_post' | undefined;
  PLATFORM_ADMIN_APP_PATH?: string | undefined;
  PLATFORM_ADMIN_ORDER_PATH?: string | undefined;
  PLATFORM_LAUNCH_INSTALL_PARAMETER?: string | undefined;
  PLATFORM_LAUNCH_TOKEN_PARAMETER?: string | undefined;
  PLATFORM_LAUNCH_RETURN_PARAMETER?: string | undefined;
  PLATFORM_STORE_PARAMETER?: string | undefined;
};

/** Returns the names of the query parameters with which the store admin opens APP_URL/launch (A2). */
export function launchParametersOf(
  variables: PlatformVariables,
): Record<keyof typeof launchParameters, string> {
  return {
    installId: variables.PLATFORM_LAUNCH_INSTALL_PARAMETER ?? launchParameters.installId,
    launchToken: variables.PLATFORM_LAUNCH_TOKEN_PARAMETER ?? launchParameters.launchToken,
    returnTo: variables.PLATFORM_LAUNCH_RETURN_PARAMETER ?? launchParameters.returnTo,
  };
}

/**
 * Returns the name of the query parameter that has the id of the merchant's store. The Install button sends this
 * parameter to APP_URL/install, and the app sends it to the authorization endpoint (A1).
 */
export function storeParameterOf(variables: PlatformVariables): string {
  return variables.PLATFORM_STORE_PARAMETER ?? storeHintParameter;
}

/** Returns the templates of the two paths in the store admin (A2). */
export function adminPathsOf(variables: PlatformVariables): Record<keyof typeof adminPaths, string> {
  return {
    app: variables.PLATFORM_ADMIN_APP_PATH ?? adminPaths.app,
    order: variables.PLATFORM_ADMIN_ORDER_PATH ?? adminPaths.order,
  };
}

/** Returns the URL of the app's screen in the store admin, for one install (A2). */
export function adminAppUrl(variables: PlatformVariables, storeId: string, installId: string): string {
  const ids = { store_id: storeId, install_id: installId, client_id: variables.PLATFORM_CLIENT_ID };
  return variables.PLATFORM_ADMIN_ORIGIN + fillTemplate(adminPathsOf(variables).app, ids);
}

/** Returns the URL of an order's page in the store admin (A2). */
export function adminOrderUrl(variables: PlatformVariables, storeId: string, orderId: string): string {
  const ids = { store_id: storeId, order_id: orderId };
  return variables.PLATFORM_ADMIN_ORIGIN + fillTemplate(adminPathsOf(variables).order, ids);
}

function fillTemplate(template: string, ids: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    encodeURIComponent(ids[name] ?? placeholder),
  );
}
