/** How far apart the clicks of a double click are at most: in milliseconds, and in pixels, for a thumb. */
const longestTime = 500;
const longestWay = 24;

const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick'] as const;

let stop = () => {};

/** Keeps the rest of a double click, whose first click has closed what it hit, from what lies beneath. */
export function absorbSecondClick(first: MouseEvent): void {
  let last = first;
  const hear = (event: MouseEvent) => {
    if (!belongsTo(last, event)) return stop();
    last = event;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  stop();
  stop = () => {
    for (const type of types) removeEventListener(type, hear, true);
  };
  for (const type of types) addEventListener(type, hear, true);
}

/** Lets clicks through again: what they would reach has opened meanwhile. */
export function endAbsorbing(): void {
  stop();
}

function belongsTo(last: MouseEvent, event: MouseEvent): boolean {
  const way = Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
  return event.timeStamp - last.timeStamp < longestTime && way < longestWay;
}
