/** How an element is found: by a CSS selector, or by its ARIA role and accessible name. */
export type Target = { css: string } | { role: string; name: string };

/**
 * A browser that is controlled through a WebDriver protocol. It has a current window and a current document.
 * The current document is either that of the window or that of an iframe in the window. Presses and scripts
 * act in the current document. Keys and presses go through the browser's input queue, like those of a person.
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
  /** Changes the current document to that of the window itself. */
  leaveFrame(): Promise<void>;
  /** Returns the ids of all windows, in any order. */
  windows(): Promise<string[]>;
  /** Changes the current window. Afterwards the current document is the document of this window. */
  switchTo(window: string): Promise<void>;
  /** Scrolls to an element and presses it. Returns false if the document has no such visible element. */
  press(target: Target): Promise<boolean>;
  /** Types this text with key presses. The element that has the focus receives them. */
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
