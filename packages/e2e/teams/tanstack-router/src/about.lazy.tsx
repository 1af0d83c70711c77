import { createLazyRoute } from '@tanstack/react-router';

export const Route = createLazyRoute('/about')({ component: () => <h2>About</h2> });
