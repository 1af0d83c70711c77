import { type VisitVitals, type VitalsReport, visitsPerVitalsReport } from '@portico/contract/publishing';
import { beforeSignOut, modulePrefix, send, sessionAtom, store, whenIdle } from '@portico/shared';
import { type CLSMetric, type INPMetric, type LCPMetric, onCLS, onINP, onLCP } from 'web-vitals';
import { liveImportMap } from '../import-map/live-import-map';
import { evaluatedModules } from '../module-host/module-import';

interface Visit extends Omit<VisitVitals, 'vitals'> {
  readonly unsent: VisitVitals['vitals'];
  /** Each vital counts once, although a page may be hidden several times during a visit. */
  readonly measured: Set<string>;
}

/** The visits since the last report, by the number of their navigation. The last one may have been reported in part. */
const visits = new Map<number, Visit>();

/**
 * Reports the web vitals of visits to modules: when the page is hidden, after a number of visits, and before the user
 * signs out. Browsers without soft navigations measure only the first visit of a page.
 */
export function reportVitals(): void {
  const options = { reportSoftNavs: true };
  onCLS(measure, options);
  onINP(measure, options);
  onLCP(measure, options);
  // Added after the listeners of the library, which measure when the page is hidden.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void sendVitals();
  });
  beforeSignOut(sendVitals);
}

function measure({ name, navigationId, navigationURL, value }: CLSMetric | INPMetric | LCPMetric): void {
  const [, segment = ''] = new URL(navigationURL ?? location.href).pathname.split('/');
  const module = liveImportMap.findModule(segment);
  const address = module ? evaluatedModules.get(modulePrefix + module) : undefined;
  if (!module || address === undefined) return;
  const visit = visits.get(navigationId) ?? { module, address, unsent: [], measured: new Set() };
  if (visit.measured.has(name)) return;
  visit.measured.add(name);
  visit.unsent.push({ name, value });
  visits.set(navigationId, visit);
  if (visits.size === visitsPerVitalsReport) whenIdle(sendVitals);
}

async function sendVitals(token?: string): Promise<void> {
  const all = [...visits];
  const last = all.at(-1);
  const json: VitalsReport = all
    .filter(([, { unsent }]) => unsent.length > 0)
    .map(([, { address, module, unsent }]) => ({ module, address, vitals: unsent }))
    .slice(-visitsPerVitalsReport);
  visits.clear();
  if (last) visits.set(last[0], { ...last[1], unsent: [] });
  if (json.length === 0 || store.get(sessionAtom).status !== 'signed-in') return;
  // Errors are ignored: other visits report the same.
  const options = { method: 'post', json, keepalive: true, ...(token && { token }) };
  await send('publishing/vitals', options).catch(() => undefined);
}
