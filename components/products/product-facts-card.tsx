'use client';

import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/list/facts';
import { RelativeTime } from '@/components/ui/text/relative-time';
import type { ProductView } from '@/lib/catalogue/product-queries';
import { ProductImage } from '@/components/ui/product-image';

/** Card with the images and other facts of a product. On a narrow screen, the other facts are folded at first. */
export function ProductFactsCard({ product }: { product: ProductView }) {
  const t = useTranslations('products');
  const { images, name, dsin, brand, category, description, updatedAt } = product;
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const shown = images[chosen] ?? images[0] ?? null;
  const facts = [
    ...(brand ? [{ label: t('facts.brand'), value: <bdi>{brand}</bdi> }] : []),
    ...(category ? [{ label: t('facts.category'), value: <bdi>{category}</bdi> }] : []),
    ...(updatedAt ? [{ label: t('columns.changed'), value: <RelativeTime at={updatedAt} /> }] : []),
    ...(description
      ? [
          {
            label: t('facts.description'),
            value: <bdi className="block whitespace-pre-line">{description}</bdi>,
          },
        ]
      : []),
    ...(dsin ? [{ label: t('facts.dsin'), value: <bdi dir="ltr">{dsin}</bdi> }] : []),
  ];
  return (
    <Card>
      <div className="flex flex-col gap-4 max-lg:flex-row">
        <div className="flex flex-col gap-2 max-lg:w-48 max-lg:shrink-0 max-sm:w-24">
          <ProductImage
            src={shown}
            alt={name ?? ''}
            className="aspect-square w-full max-lg:w-40 max-sm:w-24"
          />
          {images.length > 1 && (
            <ul className="flex flex-wrap gap-2">
              {images.map((image, n) => (
                <li key={image}>
                  <button
                    type="button"
                    aria-label={t('image', { n: n + 1, of: images.length })}
                    aria-pressed={image === shown}
                    onClick={() => setChosen(n)}
                    className={clsx(
                      'block rounded-control border-2',
                      image === shown ? 'border-brand' : 'border-transparent',
                    )}
                  >
                    <ProductImage src={image} alt="" className="size-11" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        {facts.length > 0 && (
          <div className="min-w-0 flex-1">
            <Button
              variant="quiet"
              className="-ms-3.5 lg:hidden"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {t('facts.title')}
              <ChevronDown aria-hidden className={clsx('size-4', isOpen && 'rotate-180')} />
            </Button>
            <div className={clsx(!isOpen && 'max-lg:hidden')}>
              <Facts facts={facts} />
            </div>
          </div>
        )}
      </div>
    </Card>
  );
}
