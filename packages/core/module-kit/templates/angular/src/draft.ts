import { effect, Injectable, inject, signal } from '@angular/core';
import { Portal } from '@portico/module-kit/angular';

/** Keeps typed text while the user moves within the module; the portal asks before they leave it. */
@Injectable({ providedIn: 'root' })
export class Draft {
  readonly name = signal('');

  constructor() {
    const portal = inject(Portal);
    effect(() => portal.setDirty(this.name() !== ''));
  }
}
