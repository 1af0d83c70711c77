import { Component, inject } from '@angular/core';
import { Router } from '@angular/router';
import { Portal } from '@portico/module-kit/angular';
import { Draft } from './draft';
import { injectTexts } from './inject-texts';

/** A form. The module keeps typed text. */
@Component({
  template: `
    <form (submit)="save($event)">
      <h1>{{ texts().newItem }}</h1>
      <label>
        {{ texts().name }}
        <input #field [value]="name()" (input)="name.set(field.value)" required />
      </label>
      <button type="submit">{{ texts().save }}</button>
    </form>
  `,
})
export class NewItemPage {
  private readonly portal = inject(Portal);
  private readonly router = inject(Router);
  protected readonly texts = injectTexts();
  protected readonly name = inject(Draft).name;

  protected save(event: Event): void {
    event.preventDefault();
    // Call your API here, with `Authorization: Bearer ${portal.token()}`.
    this.portal.toast({ type: 'success', text: this.texts().saved(this.name()) });
    this.name.set('');
    void this.router.navigateByUrl('/');
  }
}
