/**
 * The token of an Authorization header; undefined when the scheme differs or the header is malformed (RFC 6750, 2.1).
 */
export function bearerOf(header: string | null | undefined): string | undefined {
  return /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
}
