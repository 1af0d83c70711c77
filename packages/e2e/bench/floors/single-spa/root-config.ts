import { type LifeCycles, registerApplication, start } from 'single-spa';

const isSignIn = ({ pathname }: Location) => pathname === '/signin';

register('@floor/top-bar', (location) => !isSignIn(location));
register('@floor/sign-in', isSignIn);
register('@floor/one', ({ pathname }) => pathname.startsWith('/one/'));
register('@floor/two', ({ pathname }) => pathname.startsWith('/two/'));
start();

function register(name: string, activeWhen: (location: Location) => boolean): void {
  registerApplication({ name, app: () => System.import<LifeCycles & System.Module>(name), activeWhen });
}
