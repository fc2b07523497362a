'use client';

import {
  type ComponentType,
  createElement,
  type ReactElement,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';

/**
 * Loads the code of a component when it is first needed, so that the first load of the page does not include it.
 * Returns a function that renders the component, or null until the code is loaded.
 *
 * `onFail` is called if the code cannot be loaded. The caller should then set `wanted` to false. If the caller sets
 * `wanted` to true again later, the code is requested again.
 */
export function useLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFail: () => void,
): ((props: Props) => ReactElement) | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(onFail);
  const isMissing = wanted && part === null;
  // `wanted` is deferred, so React first renders the response to the press, and the loaded component in a later render.
  const isDue = useDeferredValue(wanted);
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    const fetchIt = () => {
      if (isGone) return;
      load().then(
        (loaded) => isGone || startTransition(() => setPart(() => loaded)),
        () => isGone || fail(),
      );
    };
    // On a slow phone, starting to load code blocks the screen for 25 ms. The code is therefore requested only after
    // the screen has shown its response to the press.
    requestAnimationFrame(() => setTimeout(fetchIt));
    return () => {
      isGone = true;
    };
  }, [load, isMissing]);
  return isDue && part ? (props) => createElement(part, props) : null;
}
