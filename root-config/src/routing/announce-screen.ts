import { currentTenant, type TextKey, translations } from '@portico/shared';
import { nameOfModule } from '../applications/name-of-module';
import type { ScreenRoute } from './current-route';
import type { Screen } from './routes';

const titles: Record<Screen, TextKey | undefined> = {
  home: 'home.title',
  profile: 'profile',
  'not-found': 'not_found.title',
  signin: 'login',
  recover: 'recover.title',
  unreachable: 'failure.cannot_reach_title',
  restoring: undefined,
};

let announced: string | undefined;

/**
 * On a change of screen: sets the title, moves focus to the content and announces the title. On the first screen of a
 * page the browser does the last two itself.
 */
export function announceScreen(content: HTMLElement, route: ScreenRoute): void {
  const screen = route.kind === 'module' ? `module ${route.key}` : route.screen;
  if (screen === 'restoring') return;
  const title = titleOf(route);
  document.title = title;
  const isFirst = announced === undefined;
  if (screen === announced) return;
  announced = screen;
  if (isFirst) return;
  window.scrollTo(0, 0);
  // After the menu that led here has closed and given the focus back to its button.
  requestAnimationFrame(() => requestAnimationFrame(() => content.focus({ preventScroll: true })));
  const announcer = document.querySelector('.portico-announcer');
  if (announcer) announcer.textContent = title;
}

function titleOf(route: ScreenRoute): string {
  const tenant = currentTenant()?.name ?? 'Portico';
  const key = route.kind === 'screen' ? titles[route.screen] : undefined;
  const name = route.kind === 'module' ? nameOfModule(route.key) : key && translations.t(key);
  return name ? `${name} · ${tenant}` : tenant;
}
