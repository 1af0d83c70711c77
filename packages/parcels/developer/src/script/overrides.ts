// The order matters: the library reads storage and the page at its start.
import './keep-renderers';
import { readPageRules } from './prepare';
import 'import-map-overrides';
import { explainRefusals } from './explain-refusals';
import { describeFederation } from './federation';

const library = window.importMapOverrides;
if (library) {
  explainRefusals(library);
  // The library's own answer starts with two slashes, so it has no allowed origin.
  library.getUrlFromPort = (name, port) => {
    const origin = readPageRules().origins.find((allowed) => new URL(allowed).port === port);
    return `${origin ?? `http://localhost:${port}`}/${name.replace(/^.*\//, '')}.js`;
  };
}

// The overrides of this page. The browser tools can wait until the page has loaded.
const { imports = {} } = library?.getOverrideMap() ?? {};
window.addEventListener('load', () => void describeFederation(imports).catch(() => undefined), { once: true });
