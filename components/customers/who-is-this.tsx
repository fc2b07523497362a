'use client';

import { UserRoundSearch } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLazy } from '@/components/ui/overlay/use-lazy';
import type { DeletePerson } from './person-data';
import type { ShownOrder } from './person-dialog';

const loadDialog = () => import('./person-dialog').then(({ PersonDialog }) => PersonDialog);

type WhoIsThisProps = {
  installId: string;
  phone: string;
  remove: DeletePerson;
  /** The order on whose page the button is. The dialog shows it first. */
  order?: ShownOrder | undefined;
};

/** Button that opens the details of the person with this phone number. No data is read before the button is pressed. */
export function WhoIsThis({ installId, phone, remove, order }: WhoIsThisProps) {
  const t = useTranslations('person');
  const [isOpen, setOpen] = useState(false);
  const renderDialog = useLazy(loadDialog, isOpen, () => setOpen(false));
  return (
    <>
      <Button className="mt-2 w-full" pending={isOpen && !renderDialog} onClick={() => setOpen(true)}>
        <UserRoundSearch aria-hidden className="size-4" />
        {t('whoIsThis')}
      </Button>
      {renderDialog?.({ installId, phone, remove, order, open: isOpen, onOpenChange: setOpen })}
    </>
  );
}
