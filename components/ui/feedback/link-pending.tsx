'use client';

import { useLinkStatus } from 'next/link';
import { Spinner } from './spinner';

/** Spinner inside a link, shown while the page of the link loads. */
export function LinkPending() {
  return useLinkStatus().pending ? <Spinner /> : null;
}
