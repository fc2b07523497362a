import { z } from 'zod';
import { metadataPath, oauthPaths } from '../assumptions';
import type { PlatformVariables } from '../deployment';
import { PlatformError } from '../platform-error';

/** How a client authenticates at the token endpoint (RFC 6749, 2.3.1; names of RFC 7591). */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

/**
 * Where the address of an endpoint comes from: an environment variable, the issuer's metadata, or the assumption A1.
 */
export type EndpointSource = 'variable' | 'metadata' | 'assumption';
/** Address of an OAuth endpoint, and where it comes from. */
export type Endpoint = { url: string; source: EndpointSource };

/** The OAuth endpoints that the app uses. */
export type OAuthEndpoints = {
  authorization: Endpoint;
  token: Endpoint;
  clientAuthentication: ClientAuthentication;
};

/** Error if the issuer's metadata cannot be read, or must not be used (S38). The message says what to do. */
export class MetadataError extends Error {
  override name = 'MetadataError';
  readonly code: 'unreachable' | 'refused';

  constructor(code: MetadataError['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Fields of the metadata that the app uses (RFC 8414, 2). If the metadata has no list of authentication methods, the
 * app assumes client_secret_basic.
 */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});
type Metadata = z.infer<typeof Metadata>;

const timeoutMs = 5_000;
const bytesMax = 64 * 1024;
/**
 * How long the result of reading the issuer's metadata is used before the app reads it again. `none`: the issuer has no
 * metadata, or the read failed but an earlier valid document is used. `failed`: the read failed, and there is no
 * earlier valid document.
 */
const usedForMs = { read: 3_600_000, none: 60_000, failed: 15_000 } as const;
/**
 * How long valid metadata is used if all later reads fail. Without this limit, a process could send secrets to an
 * endpoint that the platform removed from its metadata long ago.
 */
const validForMs = 24 * 3_600_000;

type Read = { untilMs: number; metadata: Promise<Metadata | null> };
const reads = new Map<string, Read>();
/**
 * The last valid metadata by issuer and URL. It is used if a later read fails, so that an outage changes no endpoint.
 */
const lastValid = new Map<string, { metadata: Metadata; readAtMs: number }>();

/**
 * Returns the OAuth endpoints of the platform. An environment variable for an endpoint has priority. Without the
 * variable, the issuer's metadata is used (RFC 8414). If the issuer has no metadata, the assumption A1 is used. Each
 * process uses metadata for an hour before it reads the metadata again. Throws MetadataError if metadata is needed but
 * cannot be read, or must not be used (S38).
 */
export async function oauthEndpoints(variables: PlatformVariables): Promise<OAuthEndpoints> {
  const { PLATFORM_AUTHORIZATION_ENDPOINT: authorization, PLATFORM_TOKEN_ENDPOINT: token } = variables;
  const isAllSet = authorization !== undefined && token !== undefined;
  const metadata = isAllSet ? null : await readShared(variables);
  const endpoint = (set: string | undefined, given: string | undefined, assumed: string): Endpoint => {
    if (set !== undefined) return { url: set, source: 'variable' };
    if (given !== undefined) return { url: given, source: 'metadata' };
    return { url: variables.PLATFORM_ISSUER + assumed, source: 'assumption' };
  };
  return {
    authorization: endpoint(authorization, metadata?.authorization_endpoint, oauthPaths.authorize),
    token: endpoint(token, metadata?.token_endpoint, oauthPaths.token),
    clientAuthentication: variables.PLATFORM_CLIENT_AUTHENTICATION ?? authenticationOf(metadata),
  };
}

/** Returns the URL of the issuer's metadata. The well-known path comes before the issuer's path (RFC 8414, 3.1). */
export function metadataUrlOf(variables: PlatformVariables): string {
  const { origin, pathname } = new URL(variables.PLATFORM_ISSUER);
  return variables.PLATFORM_METADATA_URL ?? `${origin}${metadataPath}${pathname.replace(/\/$/, '')}`;
}

/** Deletes the cached metadata. Tests call it, and so does a check that must not use an old result. */
export function forgetMetadata(): void {
  reads.clear();
  lastValid.clear();
}

async function readShared(variables: PlatformVariables): Promise<Metadata | null> {
  const url = metadataUrlOf(variables);
  const key = `${variables.PLATFORM_ISSUER} ${url}`;
  const shared = reads.get(key);
  if (shared && performance.now() < shared.untilMs) return shared.metadata;
  const startedMs = performance.now();
  const read: Read = { untilMs: Number.POSITIVE_INFINITY, metadata: readOnce(variables, url, key) };
  const useFor = (ms: number) => {
    read.untilMs = performance.now() + ms;
  };
  reads.set(key, read);
  read.metadata.then(
    () => useFor(usedForMs[(lastValid.get(key)?.readAtMs ?? -1) >= startedMs ? 'read' : 'none']),
    () => useFor(usedForMs.failed),
  );
  return read.metadata;
}

async function readOnce(variables: PlatformVariables, url: string, key: string): Promise<Metadata | null> {
  const last = lastValid.get(key);
  const usable = last && performance.now() - last.readAtMs < validForMs ? last.metadata : null;
  try {
    const metadata = await fetchMetadata(url);
    if (metadata) {
      requireOwnEndpoints(metadata, variables);
      lastValid.set(key, { metadata, readAtMs: performance.now() });
    } else if (last && !usable)
      throw new MetadataError(
        'refused',
        `${url} has had no metadata for 24 hours, but had it before; ${remedy}`,
      );
    return metadata ?? usable;
  } catch (error) {
    if (usable) return usable;
    throw error;
  }
}

/**
 * Reads the metadata document. Returns null if the issuer has no metadata document: the status is 404 or 410, or the
 * response is HTML. Some servers return HTML for every unknown path. Redirects are not followed.
 */
async function fetchMetadata(url: string): Promise<Metadata | null> {
  let text: string;
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok)
      throw new PlatformError(`status ${response.status}`, { status: 0, code: 'unreachable' });
    if (response.headers.get('content-type')?.startsWith('text/html')) return null;
    text = await textOf(response);
  } catch (cause) {
    throw new MetadataError('unreachable', `${url} cannot be read; ${remedy}`, cause);
  }
  const parsed = Metadata.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'the document').join(', ');
  throw new MetadataError('refused', `${url} is not valid metadata (${fields}); ${remedy}`);
}

const remedy = 'set PLATFORM_AUTHORIZATION_ENDPOINT and PLATFORM_TOKEN_ENDPOINT to do without it';

/**
 * Enforces the rule S38. The metadata document must name exactly our issuer (RFC 8414, 3.3), and each endpoint must be
 * on the issuer's origin. So an attacker who can change only the metadata document cannot direct authorization codes,
 * refresh tokens or the client secret to another host. All endpoints use TLS in production, because the issuer must use
 * https there. If the platform has its endpoints on another host, the deployment must set the environment variables of
 * the endpoints.
 */
function requireOwnEndpoints(metadata: Metadata, variables: PlatformVariables): void {
  const { PLATFORM_ISSUER: issuer } = variables;
  if (metadata.issuer !== issuer)
    throw new MetadataError('refused', `the metadata names another issuer than PLATFORM_ISSUER; ${remedy}`);
  const needed = [
    ['PLATFORM_AUTHORIZATION_ENDPOINT', metadata.authorization_endpoint],
    ['PLATFORM_TOKEN_ENDPOINT', metadata.token_endpoint],
  ] as const;
  for (const [name, text] of needed) {
    if (variables[name] !== undefined) continue;
    const url = new URL(text);
    if (url.origin !== new URL(issuer).origin || url.username || url.password || url.hash)
      throw new MetadataError(
        'refused',
        `the metadata has an endpoint outside the origin of PLATFORM_ISSUER; if it is right, set ${name}`,
      );
  }
}

function authenticationOf(metadata: Metadata | null): ClientAuthentication {
  const methods = metadata?.token_endpoint_auth_methods_supported ?? [];
  const isPostOnly = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return isPostOnly ? 'client_secret_post' : 'client_secret_basic';
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) throw new Error(`the document is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
