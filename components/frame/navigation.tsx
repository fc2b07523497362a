import { clsx } from 'clsx';
import { Menu } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { installPath } from '@/lib/shared/install-path';
import { NavigationLink } from './navigation-link';
import { sectionDetails } from './section-details';
import { dailySections, moreSections, type Section } from './sections';

type NavigationProps = {
  installId: string;
  className: string;
  linkClassName: string;
  /**
   * CSS classes that set the position of the popover, which contains the links to the less frequent screens.
   */
  moreClassName: string;
};

/**
 * Links to the screens, for the top row and for the bottom bar of a phone. The server renders them. The less frequent
 * screens are in a native popover, which the browser can open before any script is loaded.
 */
export function Navigation({ installId, className, linkClassName, moreClassName }: NavigationProps) {
  const t = useTranslations('frame');
  const moreId = useId();
  const links = (sections: Section[], look: string) =>
    sections.map(({ name, path }) => {
      const { Icon, needs = 'read', isRoot = false } = sectionDetails[name];
      return (
        <NavigationLink
          key={name}
          href={installPath(installId, path)}
          needs={needs}
          isRoot={isRoot}
          className={look}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {name === 'quotes' ? <ShortLabel full={t(name)} short={t('quotesShort')} /> : t(name)}
        </NavigationLink>
      );
    });
  return (
    <nav aria-label={t('navigation')} className={className}>
      {links(dailySections, linkClassName)}
      <button
        type="button"
        popoverTarget={moreId}
        className={clsx(
          'flex min-h-11 items-center font-semibold whitespace-nowrap text-ink-soft hover:bg-sunken hover:text-ink',
          linkClassName,
        )}
      >
        <Menu aria-hidden className="size-4 shrink-0" />
        {t('menu')}
      </button>
      <div
        id={moreId}
        popover="auto"
        className={clsx(
          'fixed inset-auto m-0 min-w-52 flex-col rounded-card border border-line bg-surface p-1 shadow-float open:flex',
          moreClassName,
        )}
      >
        {links(moreSections, 'gap-3 rounded-control px-3 text-sm')}
      </div>
    </nav>
  );
}

/**
 * Label with a shorter text below 360 px, where the full name is wider than its place in the bottom bar. The full name
 * stays the accessible name, and the text of the element. The short text is a generated content, hidden from screen
 * readers.
 */
function ShortLabel({ full, short }: { full: string; short: string }) {
  return (
    <>
      <span className="max-[22.5rem]:sr-only">{full}</span>
      <span
        aria-hidden
        data-short={short}
        className="hidden max-[22.5rem]:inline max-[22.5rem]:before:content-[attr(data-short)]"
      />
    </>
  );
}
