'use client';

import { Card } from '@/components/ui/card';
import { ToastProvider } from '@/components/ui/feedback/toast';
import { GalleryButtons } from './gallery-buttons';
import { GalleryChoices } from './gallery-choices';
import { GalleryFields } from './gallery-fields';
import { GalleryLists } from './gallery-lists';
import { GalleryOverlays } from './gallery-overlays';
import { GalleryStates } from './gallery-states';
import { GalleryWords } from './gallery-words';
import { samples } from './sample';
import type { BaseLocale } from '@/lib/shared/locale';

const sections = {
  buttons: GalleryButtons,
  overlays: GalleryOverlays,
  fields: GalleryFields,
  choices: GalleryChoices,
  words: GalleryWords,
  lists: GalleryLists,
  states: GalleryStates,
};

/** Page of the UI gallery: all UI primitives, in one language. */
export function Gallery({ locale }: { locale: BaseLocale }) {
  const sample = samples[locale];
  const names = Object.keys(sections) as (keyof typeof sections)[];
  return (
    <ToastProvider>
      <div className="flex flex-col gap-6">
        {names.map((name) => {
          const Section = sections[name];
          return (
            <Card key={name} title={sample.sections[name]}>
              <div className="flex flex-col gap-4">
                <Section sample={sample} />
              </div>
            </Card>
          );
        })}
      </div>
    </ToastProvider>
  );
}
