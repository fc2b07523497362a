import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { RelativeTime } from '@/components/ui/relative-time';

type PeopleCardProps = { people: { sub: string; name: string; since: string }[]; unnamed: number };

/** Users who signed in through the store admin and still have a session. */
export function PeopleCard({ people, unnamed }: PeopleCardProps) {
  const t = useTranslations('settings.people');
  return (
    <Card title={t('title')}>
      <p className="mb-2 text-sm text-ink-soft">{t('body')}</p>
      <ul className="flex flex-col divide-y divide-line text-sm">
        {people.map(({ sub, name, since }) => (
          <li key={sub} className="flex items-center justify-between gap-3 py-2.5">
            <bdi className="min-w-0 font-semibold break-words">{name}</bdi>
            <span className="shrink-0 text-ink-soft">
              <RelativeTime at={since} />
            </span>
          </li>
        ))}
        {unnamed > 0 && <li className="py-2.5 text-ink-soft">{t('unnamed', { count: unnamed })}</li>}
      </ul>
    </Card>
  );
}
