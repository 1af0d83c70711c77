// The order matters: the library reads storage and the page at its start.
import './keep-renderers';
import './prepare';
import 'import-map-overrides';
import './restrain';
import './show-federation';
