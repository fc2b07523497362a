import { ChevronDown } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Facts } from '@/components/ui/list/facts';
import { MissingScope } from '@/components/ui/feedback/missing-scope';
import type { XrayBlockView, XrayEndpoint } from '@/lib/xray/xray-view';
import { CodeText } from './code-text';
import { FileText } from './file-text';
import { RelativeTime } from '@/components/ui/text/relative-time';

/**
 * One part of the screen in the X-ray: its name and its data source. When the user opens the entry, it shows all
 * details.
 */
export function XrayBlockEntry({ block, filesUrl }: { block: XrayBlockView; filesUrl: string | null }) {
  const t = useTranslations('xray');
  const { name, feed, at, source, endpoints, patterns, scopes } = block;
  const missing = scopes.filter(({ isGranted }) => !isGranted);
  return (
    <details className="group/block">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="text-sm font-semibold">{t(`blocks.${name}`)}</span>
          <CodeText text={feed} />
        </span>
        {missing.length > 0 && <Badge tone="warn">{t('scope.missing')}</Badge>}
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-soft group-open/block:rotate-180 motion-safe:transition-transform"
        />
      </summary>
      <div className="flex flex-col gap-3 pt-2 pb-4">
        <Facts
          facts={[
            {
              label: t(feed.endsWith('Action') ? 'action' : 'query'),
              value: <FileText path={at} filesUrl={filesUrl} />,
            },
            { label: t('source'), value: <FileText path={source} filesUrl={filesUrl} /> },
            {
              label: t('patterns'),
              value: (
                <ul className="flex flex-col gap-1">
                  {patterns.map(({ place, decision }) => (
                    <li key={place} data-pattern={place} className="flex flex-col">
                      <FileText path={place} filesUrl={filesUrl} />
                      <span className="text-ink-soft">
                        <FileText path={decision} filesUrl={filesUrl} />
                      </span>
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              label: t('scopes'),
              value:
                scopes.length === 0
                  ? t('scope.none')
                  : scopes.map(({ scope, isGranted }) => (
                      <span key={scope} data-scope={scope} className="flex items-center gap-2">
                        <CodeText text={scope} />
                        <span className={isGranted ? 'text-xs text-good' : 'text-xs text-warn'}>
                          {t(isGranted ? 'scope.granted' : 'scope.missing')}
                        </span>
                      </span>
                    )),
            },
          ]}
        />
        {missing.length > 0 && <MissingScope>{t('scope.effect')}</MissingScope>}
        {endpoints.length === 0 ? (
          <p className="text-sm text-ink-soft">{t('ownRows')}</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {endpoints.map((endpoint) => (
              <li key={`${endpoint.source} ${endpoint.name}`} data-endpoint={endpoint.name}>
                <XrayEndpointEntry endpoint={endpoint} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

/** One platform endpoint that a part of the screen uses, and the last recorded request to the endpoint (if any). */
function XrayEndpointEntry({ endpoint }: { endpoint: XrayEndpoint }) {
  const t = useTranslations('xray');
  const { name, address, source, isRecorded, last } = endpoint;
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
        <p className="text-xs text-ink-soft">{t(isRecorded ? 'last.never' : 'last.notStored')}</p>
      )}
    </div>
  );
}
