import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Makes the heading of the screen the title of the document. After a navigation, Next announces the title to screen
 * readers, but only if it has changed.
 */
export function useScreenTitle(): void {
  const here = usePathname();
  useEffect(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading) document.title = heading;
  }, [here]);
}
