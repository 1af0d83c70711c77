import '../overrides/import-map-overrides';
import { readPageRules } from './page-rules';

const library = window.importMapOverrides;
if (library) {
  // An external map could contain any address.
  library.addExternalOverride = () => false;
  // Its own answer starts with two slashes, which is no allowed origin.
  library.getUrlFromPort = (name, port) => {
    const origin = readPageRules().origins.find((allowed) => new URL(allowed).port === port);
    return `${origin ?? `http://localhost:${port}`}/${name.replace(/^.*\//, '')}.js`;
  };
}
