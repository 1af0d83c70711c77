/** What a story needs of a browser, whatever drives it. Elements are found by XPath. */
export interface StoryBrowser {
  /** Opens a path of the portal. The page may still load afterwards. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Waits until the element is there. */
  find(xpath: string): Promise<void>;
  /** Clicks an element, once it is there. */
  click(xpath: string): Promise<void>;
  /** Types into an element, once it is there. */
  type(xpath: string, text: string): Promise<void>;
  /** Gives the file to the file input of the page. */
  chooseFile(file: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Runs a function of its own in the page. */
  run<Result, Arguments extends unknown[]>(
    task: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>>;
}
