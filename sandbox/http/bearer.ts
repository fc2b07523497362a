/**
 * Returns the token of an Authorization header; undefined if the scheme is not Bearer or the header is malformed (RFC
 * 6750, 2.1).
 */
export function bearerOf(header: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
}
