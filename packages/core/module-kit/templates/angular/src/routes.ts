import type { Routes } from '@angular/router';
import { HomePage } from './home-page';

/** The addresses of the module, below its base path. */
export const routes: Routes = [
  // Loads when the user opens it.
  { path: 'new', loadComponent: async () => (await import('./new-item-page')).NewItemPage },
  { path: '**', component: HomePage },
];
