/** How an element is found: by a CSS selector, or by its ARIA role and accessible name. */
export type Target = { css: string } | { role: string; name: string };

/**
 * A browser that is controlled through a WebDriver protocol. It has a current window and a current document. The
 * current document belongs either to the window or to an iframe in the window. Presses and scripts act in the current
 * document. Keys and presses go through the browser's input queue, like those of a person.
 */
export interface RemoteBrowser {
  /**
   * Opens a URL in the current window and waits until it has loaded. Afterwards the current document is the
   * document of the window, and not of an iframe.
   */
  goTo(url: string): Promise<void>;
  /**
   * Changes the current document to the document of the window's only iframe. Returns false if there is no
   * iframe yet.
   */
  enterFrame(): Promise<boolean>;
  /** Changes the current document to the document of the window. */
  leaveFrame(): Promise<void>;
  /** Returns the ids of all windows, in any order. */
  windows(): Promise<string[]>;
  /** Changes the current window. Afterwards the current document is the document of this window. */
  switchTo(window: string): Promise<void>;
  /** Scrolls to an element and presses it. Returns false if the current document has no such visible element. */
  press(target: Target): Promise<boolean>;
  /** Types the given text with key presses. The element that has the focus receives the keys. */
  type(text: string): Promise<void>;
  /** Evaluates a JavaScript expression in the current document. The expression must return a string. */
  evaluate(expression: string): Promise<string>;
  /** Ends the session and the browser. */
  stop(): Promise<void>;
}

/** A kind of browser that may be installed on this machine. Start it only if it is installed. */
export interface BrowserKind {
  name: string;
  isInstalled(): boolean;
  start(): Promise<RemoteBrowser>;
}

/** Returns the actions of a keyboard that types the given text. WebDriver and WebDriver BiDi use the same actions. */
export function keyPresses(text: string): { type: string; value: string }[] {
  return [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
}
