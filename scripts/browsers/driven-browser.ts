/** What the journeys ask of a browser, whichever protocol it speaks. Elements are named by XPath, which both know. */
export interface Size {
  width: number;
  height: number;
}

export interface DrivenBrowser {
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** These five wait until the element is there, and can be used. */
  see(xpath: string): Promise<void>;
  click(xpath: string): Promise<void>;
  fill(xpath: string, text: string): Promise<void>;
  /** Types at what has the focus. */
  type(text: string): Promise<void>;
  attach(xpath: string, path: string): Promise<void>;
  escape(): Promise<void>;
  /** Of what the page has, without the browser's own bars. */
  resize(size: Size): Promise<void>;
  screenshot(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface BrowserKind {
  name: string;
  /** What this machine lacks for it; null when nothing. */
  missing(): string | null;
  start(): Promise<DrivenBrowser>;
}

export const WAIT_MS = 15_000;
