import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { fontClasses } from '@/app/fonts';
import '@/app/globals.css';

export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

export const metadata: Metadata = { title: 'UI', robots: 'noindex' };

/** Root layout of the developer pages. The pages are in English; the sample texts on them may be in any language. */
export default function DevLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" dir="ltr" className={fontClasses}>
      <body>{children}</body>
    </html>
  );
}
