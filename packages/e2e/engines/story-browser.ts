/** A browser for the story, independent of its driver. Elements are found by XPath. */
export interface StoryBrowser {
  /** Opens a path of the portal. The page may still load afterwards. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Waits until the element is there. */
  find(xpath: string): Promise<void>;
  /** Waits for an element and clicks it. */
  click(xpath: string): Promise<void>;
  /** Waits for an element and types into it. */
  type(xpath: string, text: string): Promise<void>;
  /** Chooses the file in the file input of the page. */
  chooseFile(file: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Runs a function in the page. */
  run<Result, Arguments extends unknown[]>(
    task: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>>;
}
