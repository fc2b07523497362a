import { useTranslations } from 'next-intl';
import { Badge, type Tone } from '@/components/ui/badge';
import type { QuoteState } from '@/lib/quotes/quote-state';

const tones: Record<QuoteState, Tone> = {
  draft: 'neutral',
  sent: 'info',
  opened: 'brand',
  accepted: 'good',
  converted: 'good',
  needs_attention: 'warn',
  declined: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
};

/** State of a quote as a badge. */
export function QuoteStateBadge({ state }: { state: QuoteState }) {
  const t = useTranslations('quotes.state');
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
