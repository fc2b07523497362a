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
 * A component whose code is fetched when it is first wanted, so that no first load carries it; answers what draws it,
 * null until it is there. `onFail` is called when it could not be fetched: it should stop wanting it, and may want it
 * again.
 */
export function useLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wanted: boolean,
  onFail: () => void,
): ((props: Props) => ReactElement) | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(onFail);
  const isMissing = wanted && part === null;
  // The press that wants it is answered first, and then it is drawn.
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
    // Asking for code keeps a slow phone busy for 25 ms: after the frame that answers the press.
    requestAnimationFrame(() => setTimeout(fetchIt));
    return () => {
      isGone = true;
    };
  }, [load, isMissing]);
  return isDue && part ? (props) => createElement(part, props) : null;
}
