import { scopeRule, scopeStyles } from '@portico/contract';
import { changeTexts } from '@portico/root-config/module-host/change-texts';
import { watchAdditions } from '@portico/root-config/module-host/watch-additions';

/** Keeps the styles that scripts of a module or a package add inside of it from now on, as the portal does. */
export function scopeStylesOfModule(scope: string): void {
  const change = (style: HTMLStyleElement) => changeTexts(style, (text) => scopeStyles(text, scope));
  watchAdditions({
    onChange: (records) => {
      for (const { addedNodes, target } of records) {
        for (const node of [target, ...addedNodes]) {
          const style = node instanceof Text ? node.parentNode : node;
          if (style instanceof HTMLStyleElement) change(style);
        }
      }
    },
    onStyleInside: change,
    changeRules: ({ getScripts, isRule, text }) => {
      // The portal's own scripts come from the origin of the page.
      const isOfTeam = getScripts().some((script) => new URL(script).origin !== location.origin);
      return isOfTeam ? (isRule ? scopeRule : scopeStyles)(text, scope) : text;
    },
  });
}
