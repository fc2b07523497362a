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
 * Loads a component's code when it is first needed, so that no first load includes it. Returns its render function, or
 * null until the code has loaded.
 *
 * `onFail` is called if the code cannot be loaded. The caller should then set `wanted` to false; it may set it to true
 * again later.
 */
export function useLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFail: () => void,
): ((props: Props) => ReactElement) | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(onFail);
  const isMissing = wanted && part === null;
  // The press that requests the component responds first; then the component renders.
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
    // Loading code blocks a slow phone for 25 ms, so it waits for the frame that responds to the press.
    requestAnimationFrame(() => setTimeout(fetchIt));
    return () => {
      isGone = true;
    };
  }, [load, isMissing]);
  return isDue && part ? (props) => createElement(part, props) : null;
}
