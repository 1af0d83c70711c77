import '../overrides/import-map-overrides';
import { describeFederation } from './federation';

// Of this page, as import-map-overrides has just applied them.
const { imports = {} } = window.importMapOverrides?.getOverrideMap() ?? {};

// Nothing of the page waits for it.
window.addEventListener('load', () => void describeFederation(imports).catch(() => undefined), { once: true });
