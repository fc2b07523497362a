'use client';

import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { useState } from 'react';

type ProductImageProps = {
  src: string | null;
  /** Empty where its name stands beside it. */
  alt: string;
  className: string;
};

/** A picture of the store's own, from wherever it keeps them; a sign in its place when there is none or it can't be had. */
export function ProductImage({ src, alt, className }: ProductImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const frame = clsx('shrink-0 rounded-control border border-line bg-sunken', className);
  if (src === null || src === broken)
    return (
      <span aria-hidden className={clsx(frame, 'grid place-items-center text-ink-soft')}>
        <Package className="size-1/3" />
      </span>
    );
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      // Which store looks at it, and where, is nobody's business.
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className={clsx(frame, 'object-cover')}
    />
  );
}
