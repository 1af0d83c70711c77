import { type Leftover, watchLeftovers } from '../leftovers';

const owner = 'module';

/** Records what a module starts outside its element. `end` removes what is left and returns it. */
export function watchDocument(): { end: () => Leftover[] } {
  warmUp();
  const known = new Set(document.body.childNodes);
  const watch = watchLeftovers(() => owner);
  const inBody = (): Leftover[] =>
    [...document.body.childNodes]
      .filter((node) => !known.has(node))
      .map((node) => ({
        kind: 'node',
        description: `${node.nodeName.toLowerCase()} in the body`,
        remove: () => node.remove(),
      }));
  return {
    end() {
      // A pending timeout ends by itself.
      const left = [...watch.leftBy(owner).filter(({ kind }) => kind !== 'timeout'), ...inBody()];
      watch.end();
      for (const leftover of left) leftover.remove();
      return left;
    },
  };
}

/** Makes jsdom add its own listeners to the document, which it does at the first use of selectors and styles. */
function warmUp(): void {
  document.querySelector('*');
  getComputedStyle(document.body);
}
