/** The script of a System module with lifecycles. `mount` is the body of its mount and has `element` and `portal`. */
export function lifecyclesModule({ mount = '', unmount = '' }: { mount?: string; unmount?: string }): string {
  return `System.register([], function (_export) {
    return {
      execute: function () {
        _export({
          bootstrap: async function () {},
          mount: async function ({ element, portal, basePath }) { ${mount} },
          unmount: async function ({ element }) { ${unmount} element.textContent = ''; },
        });
      },
    };
  });`;
}

/** The body of a mount that renders one heading. */
export function heading(text: string): string {
  return `element.innerHTML = '<h1>${text}</h1>';`;
}

/** A module with a text field that exposes the portal's API as `window.portal` and records its unmount. */
export function exposingModule(): string {
  return lifecyclesModule({
    mount: `element.innerHTML = '<h1>Exposed</h1><input aria-label="Note">'; window.portal = portal;`,
    unmount: 'window.hasUnmounted = true;',
  });
}
