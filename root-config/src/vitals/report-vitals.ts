import { modulePrefix, send, sessionAtom, store, type VitalsReport, whenIdle } from '@portico/shared';
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { liveImportMap } from '../import-map/live-import-map';
import { evaluatedModules } from '../module-host/module-import';

type Vital = VitalsReport['vitals'][number];

/** By navigation: the module with its address, and the vitals that are not sent yet. */
const unsent = new Map<number, { readonly module: string; readonly address: string; readonly vitals: Vital[] }>();
/** Each vital of a navigation counts once, although a page may be hidden several times. */
const measured = new Set<string>();

/**
 * Reports the web vitals of each visit of a module. Browsers without soft navigations measure only the first visit of a
 * page.
 */
export function reportVitals(): void {
  const options = { reportSoftNavs: true };
  onCLS(measure, options);
  onINP(measure, options);
  onLCP(measure, options);
  // Added after the listeners of the library, which measure when the page is hidden.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendVitals();
  });
}

function measure({ name, navigationId, navigationURL, value }: CLSMetric | INPMetric | LCPMetric): void {
  const [, segment = ''] = new URL(navigationURL ?? location.href).pathname.split('/');
  const module = liveImportMap.findModule(segment);
  const address = module ? evaluatedModules.get(modulePrefix + module) : undefined;
  const id = `${navigationId} ${name}`;
  if (!module || address === undefined || measured.has(id)) return;
  measured.add(id);
  const visit = unsent.get(navigationId) ?? { module, address, vitals: [] };
  visit.vitals.push({ name, value });
  unsent.set(navigationId, visit);
  whenIdle(sendVitals);
}

function sendVitals(): void {
  const visits = [...unsent.values()];
  unsent.clear();
  if (store.get(sessionAtom).status !== 'signed-in') return;
  for (const json of visits) {
    // Errors are ignored: other visits report the same.
    send('publishing/vitals', { method: 'post', json, keepalive: true }).catch(() => undefined);
  }
}
