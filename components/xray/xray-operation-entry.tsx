import { useTranslations } from 'next-intl';
import { Facts } from '@/components/ui/list/facts';
import { RelativeTime } from '@/components/ui/relative-time';
import type { XrayOperation } from '@/lib/xray/xray-view';
import { CodeText } from './code-text';

/** One platform endpoint, and its last recorded request if there is one. */
export function XrayOperationEntry({ operation }: { operation: XrayOperation }) {
  const t = useTranslations('xray');
  const { name, address, source, isRecorded, last } = operation;
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-3 text-sm">
      <div className="flex flex-col">
        <CodeText text={address} />
        <span className="text-xs text-ink-soft">
          {t.rich(`fetched.${source}`, { name: () => <bdi key="name">{name}</bdi> })}
        </span>
      </div>
      {last ? (
        <Facts
          facts={[
            {
              label: t('last.requestId'),
              value: last.requestId ? <CodeText text={last.requestId} /> : t('last.none'),
            },
            { label: t('last.idempotencyKey'), value: <CodeText text={last.idempotencyKey} /> },
            { label: t('last.at'), value: <RelativeTime at={last.at} /> },
          ]}
        />
      ) : (
        <p className="text-xs text-ink-soft">{t(isRecorded ? 'last.never' : 'last.unkept')}</p>
      )}
    </div>
  );
}
