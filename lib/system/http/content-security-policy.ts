import type { Env } from '@/lib/system/env';

/** Inputs from which the Content-Security-Policy of a page is made. */
export type PolicyPage = {
  nonce: string;
  /** Origin of the store admin, which serves pictures and frames our embedded pages. */
  adminOrigin: string;
  /** Sources of product pictures in addition to the store admin. */
  pictureSources: readonly string[];
  /** Whether the store admin may show the page in a frame. No other site may do so. */
  isEmbedded: boolean;
  mode: Env['DAFTAR_MODE'];
};

/**
 * Returns the Content-Security-Policy of the merchant's pages (S27). It is less strict only if DAFTAR_MODE is
 * development: React's development build evaluates strings, and the development server inserts styles without a nonce.
 */
export function pagePolicy({ nonce, adminOrigin, pictureSources, isEmbedded, mode }: PolicyPage): string {
  const isDevelopment = mode === 'development';
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Style attributes are allowed, because menus and bars set their position in them. A style attribute cannot run
    // code.
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self' data:", adminOrigin, ...pictureSources].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbedded ? adminOrigin : "'none'"}`,
  ].join('; ');
}

/**
 * Returns the Content-Security-Policy of the pages for customers, which have one style sheet and no script. The policy
 * is the same in every response.
 */
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
