import { type Leftover, watchLeftovers } from '../leftovers';

const owner = 'module';

/** Notes from now on what is begun beside the module's element; `end` ends what is left of it and says what it was. */
export function watchDocument(): { end: () => string[] } {
  warmUp();
  const known = new Set(document.body.childNodes);
  const watch = watchLeftovers(() => owner);
  const inBody = (): Leftover[] =>
    [...document.body.childNodes]
      .filter((node) => !known.has(node))
      .map((node) => ({
        description: `${node.nodeName.toLowerCase()} in the body`,
        remove: () => node.remove(),
      }));
  return {
    end() {
      const left = [...watch.leftBy(owner), ...inBody()];
      watch.end();
      for (const leftover of left) leftover.remove();
      return left.map(({ description }) => description);
    },
  };
}

/** jsdom listens to the document from its first use of selectors and styles on: that is no module's doing. */
function warmUp(): void {
  document.querySelector('*');
  getComputedStyle(document.body);
}
