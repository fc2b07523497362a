import { z } from 'zod';
import {
  adminPaths,
  launchParameters,
  metadataPath,
  oauthPaths,
  storeHintParameter,
} from 'commerce-platform-client/assumptions';

const path = z.string().regex(/^\/[\w/.-]*[\w-]$/, 'must be a path');
const template = z.string().regex(/^\/[\w/.{}-]*$/, 'must be a path with placeholders');
const name = z.string().regex(/^[\w.-]+$/, 'must be the name of a parameter');

/**
 * The paths of the simulated platform's endpoints and the names of its parameters. The defaults come from the platform
 * document and the assumptions A1 and A2. Tests use other values, to show that the app works with another platform if
 * only the settings of the app are changed.
 */
export const PlatformLayout = z.strictObject({
  /** Path of the API, to which the paths of the endpoint table are appended (platform: preamble). */
  api: path.default('/v1'),
  /** Path of the OAuth issuer; empty if the issuer is the origin. */
  issuer: path.or(z.literal('')).default(''),
  authorize: path.default(oauthPaths.authorize),
  token: path.default(oauthPaths.token),
  revoke: path.default(oauthPaths.revoke),
  /** Path of the OAuth metadata document. If omitted, it is the well-known path of the issuer (RFC 8414). */
  metadata: path.optional(),
  /** True if the OAuth issuer publishes a metadata document. */
  hasMetadata: z.boolean().default(true),
  /** Pages of the store admin, with the placeholders {store_id}, {install_id} and {order_id}. */
  adminApp: template.default(adminPaths.app),
  adminOrder: template.default(adminPaths.order),
  storeParameter: name.default(storeHintParameter),
  launch: z
    .strictObject({
      installId: name.default(launchParameters.installId),
      launchToken: name.default(launchParameters.launchToken),
      returnTo: name.default(launchParameters.returnTo),
    })
    .default({ ...launchParameters }),
});
export type PlatformLayout = z.infer<typeof PlatformLayout>;

/** The layout that the platform document describes. */
export const documentedLayout: PlatformLayout = PlatformLayout.parse({});

/** Returns the path at which a platform with this layout serves its OAuth metadata (RFC 8414). */
export function metadataPathOf(layout: PlatformLayout): string {
  return layout.metadata ?? metadataPath + layout.issuer;
}

/** Returns the paths at which a platform with this layout serves its OAuth endpoints. */
export function oauthPathsOf({ authorize, token, revoke }: PlatformLayout): string[] {
  return [authorize, token, revoke];
}

/** Returns the route of a template for Hono: a placeholder such as {store_id} becomes the parameter :store_id. */
export function routeOf(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Returns the path of a template, with the given ids in its placeholders. */
export function pathOf(template: string, ids: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(ids[key] ?? ''));
}

/**
 * Finds the id named `key` in a URL that was made from this template. Returns undefined if the URL does not
 * match the template.
 */
export function idIn(template: string, url: string, key: string): string | undefined {
  const pattern = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === key ? '([^/?]+)' : '[^/?]+',
  );
  const found = new RegExp(`^${pattern}$`).exec(new URL(url).pathname)?.[1];
  return found === undefined ? undefined : decodeURIComponent(found);
}
