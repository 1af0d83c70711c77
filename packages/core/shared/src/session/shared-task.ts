import { getSessionState } from './session-state';

/** A task of one session: while it runs, callers of that session share it. Those of a later session start their own. */
export class SharedTask<Result> {
  #running: { readonly generation: number; readonly result: Promise<Result> } | undefined;

  /** Whether it runs for the present session. */
  get isRunning(): boolean {
    return this.#running?.generation === getSessionState().generation;
  }

  /** Starts it, unless it runs already. */
  run(start: (generation: number) => Promise<Result>): Promise<Result> {
    const { generation } = getSessionState();
    if (this.#running?.generation === generation) return this.#running.result;
    const started = { generation, result: start(generation) };
    this.#running = started;
    const end = () => {
      if (this.#running === started) this.#running = undefined;
    };
    started.result.then(end, end);
    return started.result;
  }
}
