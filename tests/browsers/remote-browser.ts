/** How an element is found: by a CSS selector, or by its ARIA role and accessible name. */
export type Target = { css: string } | { role: string; name: string };

/**
 * A browser that is controlled through a WebDriver protocol. It has a current window and, in it, a current document:
 * that of the window itself or that of its iframe. Keys and presses go through the browser's input queue, like those of
 * a person.
 */
export interface RemoteBrowser {
  /** Opens a URL in the current window, waits until it has loaded, and makes the window's own document current. */
  goTo(url: string): Promise<void>;
  /** Makes the document of the window's only iframe current. Returns false if there is no iframe yet. */
  enterFrame(): Promise<boolean>;
  /** Makes the window's own document current. */
  leaveFrame(): Promise<void>;
  /** Returns the ids of all windows, in any order. */
  windows(): Promise<string[]>;
  /** Makes a window and its own document current. */
  switchTo(window: string): Promise<void>;
  /** Scrolls to an element and presses it. Returns false if the document has no such visible element. */
  press(target: Target): Promise<boolean>;
  /** Presses the keys for this text into the element that has the focus. */
  type(text: string): Promise<void>;
  /** Evaluates a JavaScript expression in the current document. Its value must be a string. */
  evaluate(expression: string): Promise<string>;
  /** Ends the session and the browser. */
  stop(): Promise<void>;
}

/** A browser that this machine may have. Start it only if it is installed. */
export interface BrowserKind {
  name: string;
  isInstalled(): boolean;
  start(): Promise<RemoteBrowser>;
}

/** Returns the actions of a key input source that type this text. Both protocols have the same actions. */
export function keyPresses(text: string): { type: string; value: string }[] {
  return [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
}
