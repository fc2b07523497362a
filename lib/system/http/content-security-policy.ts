import type { Env } from '@/lib/system/env';

/** What the policy of a page depends on. */
export type PolicyPage = {
  nonce: string;
  /** Shows pictures, and frames the embedded pages. */
  adminOrigin: string;
  /** Whether the store admin may frame this page; no other page may be framed. */
  isEmbedded: boolean;
  mode: Env['DAFTAR_MODE'];
};

/**
 * The Content-Security-Policy of the merchant's pages (security: Headers). Only DAFTAR_MODE=development is looser:
 * React's development build evaluates strings, and the development server inserts styles without a nonce.
 */
export function pagePolicy({ nonce, adminOrigin, isEmbedded, mode }: PolicyPage): string {
  const isDevelopment = mode === 'development';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Positions of menus and bars are style attributes; they run nothing.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: https: ${adminOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? adminOrigin : "'none'"}`,
  ].join('; ');
}

/** The policy of all customers' pages: one style sheet, no script, and nothing that differs between two answers. */
export function customerPolicy(styleHash: string): string {
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
