import type { Env } from '@/lib/system/env';

/** The inputs of a page's policy. */
export type PolicyPage = {
  nonce: string;
  /** Origin that serves pictures and frames the embedded pages. */
  adminOrigin: string;
  /** Whether the store admin may frame this page; no other page may be framed. */
  isEmbedded: boolean;
  mode: Env['DAFTAR_MODE'];
};

/**
 * Returns the Content-Security-Policy of the merchant's pages (S27). Only DAFTAR_MODE=development is looser: React's
 * development build evaluates strings, and the development server inserts styles without a nonce.
 */
export function pagePolicy({ nonce, adminOrigin, isEmbedded, mode }: PolicyPage): string {
  const isDevelopment = mode === 'development';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Menus and bars set their position in style attributes. A style attribute runs no code.
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

/** Returns the policy of all customer pages: one style sheet, no script. The policy is the same in every response. */
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
