// In the order in which they have to run: the library reads storage and the page as soon as it is there.
import './prepare';
import 'import-map-overrides';
import './restrain';
