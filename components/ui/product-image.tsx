'use client';

import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { useState } from 'react';

type ProductImageProps = {
  /**
   * URL of the image as the platform sent it. The URL is not trusted: the image is requested only if the URL is an
   * absolute web address (A37).
   */
  src: string | null;
  /** Alternative text for screen readers; empty if the product's name is shown beside the image. */
  alt: string;
  /** Classes that set the size of the image, so that nothing on the page moves when the image arrives. */
  className: string;
};

/** Image of a product. An icon is shown if there is no image or if it cannot be loaded. */
export function ProductImage({ src, alt, className }: ProductImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isShown = src !== null && src !== broken && /^https?:\/\//i.test(src);
  // The outer element sets the size of the image, so the size is the same before and after loading, and if loading
  // fails. The element `img` cannot set the size. A broken image shows its alternative text and ignores its aspect
  // ratio, and the page would then move.
  return (
    <span
      aria-hidden={isShown ? undefined : true}
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-sunken text-ink-soft',
        className,
      )}
    >
      {isShown ? (
        <img
          // The image is in the server's HTML, so it may have failed to load before React listened to its events. This
          // ref checks for such a failure.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setBroken(src);
          }}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          // The browser sends no referrer, so the server of the image cannot see which store or page shows
          // the image.
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
          className="size-full min-h-0 object-cover"
        />
      ) : (
        <Package className="size-1/3" />
      )}
    </span>
  );
}
