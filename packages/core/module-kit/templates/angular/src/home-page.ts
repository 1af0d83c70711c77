import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { Portal } from '@portico/module-kit/angular';
import { injectTexts } from './inject-texts';

@Component({
  imports: [RouterLink],
  template: `
    <h1>{{ texts().title }}</h1>
    <p>
      <a routerLink="/new">{{ texts().newItem }}</a>
    </p>
    <button type="button" (click)="greet()">{{ texts().greet }}</button>
  `,
})
export class HomePage {
  private readonly portal = inject(Portal);
  protected readonly texts = injectTexts();

  protected greet(): void {
    this.portal.toast({ type: 'success', text: this.portal.user?.name ?? this.texts().nobody });
  }
}
