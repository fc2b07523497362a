'use client';

import { useLinkStatus } from 'next/link';
import { Spinner } from './spinner';

/** Inside a link: turns while the page behind it is on its way. */
export function LinkPending() {
  return useLinkStatus().pending ? <Spinner /> : null;
}
