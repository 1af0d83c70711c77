/** Notes the intervals that are started from now on; `end` stops those that still run, and names them. */
export function watchIntervals(): { end: () => string[] } {
  const { setInterval, clearInterval } = window;
  const running = new Map<unknown, number>();

  const start = (handler: TimerHandler, delay = 0, ...values: unknown[]) => {
    const id: unknown = Reflect.apply(setInterval, window, [handler, delay, ...values]);
    running.set(id, delay);
    return id;
  };
  const stop = (id: unknown) => {
    running.delete(id);
    Reflect.apply(clearInterval, window, [id]);
  };
  Object.assign(window, { setInterval: start, clearInterval: stop });

  return {
    end() {
      // Fake timers that came meanwhile stay.
      if (Object.is(window.setInterval, start)) Object.assign(window, { setInterval, clearInterval });
      return [...running].map(([id, delay]) => {
        Reflect.apply(clearInterval, window, [id]);
        return `an interval of ${delay} ms`;
      });
    },
  };
}
