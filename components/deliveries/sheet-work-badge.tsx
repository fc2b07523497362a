import { CircleCheck, Clock, Send, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { SheetWork } from '@/lib/deliveries/sheet-work';

const looks = {
  sendLink: { tone: 'info', icon: <Send aria-hidden /> },
  wait: { tone: 'info', icon: <Clock aria-hidden /> },
  dayOver: { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  confirm: { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  finish: { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  recordCash: { tone: 'bad', icon: <TriangleAlert aria-hidden /> },
  checkOrders: { tone: 'bad', icon: <TriangleAlert aria-hidden /> },
  done: { tone: 'good', icon: <CircleCheck aria-hidden /> },
} as const;

/** State of a delivery sheet in a few words. */
export function SheetWorkBadge({ work }: { work: SheetWork }) {
  const t = useTranslations('deliveries.work');
  const { tone, icon } = looks[work];
  return (
    <span data-work={work}>
      <Badge tone={tone} icon={icon}>
        {t(`${work}.state`)}
      </Badge>
    </span>
  );
}
