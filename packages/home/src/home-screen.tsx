import type { ParcelProps } from '@portico/shared';
import { Home } from './home';
import { NotFound } from './not-found';

/** What the portal shows of its own inside the layout: its first page, and the one for addresses without a page. */
export function HomeScreen({ screen }: ParcelProps) {
  return screen === 'not-found' ? <NotFound /> : <Home />;
}
