import { Component, VERSION } from '@angular/core';

@Component({
  selector: 'app-root',
  template: `
    <h1>Angular {{ version }}</h1>
    <img src="assets/logo.svg" alt="Relative" />
    <img src="/assets/root.svg" alt="Root" />
    <div class="badge"></div>
    <button type="button" (click)="increase()">Count is {{ count }}</button>
    <router-outlet></router-outlet>
  `,
  styleUrls: ['./app.component.css'],
  standalone: false,
})
export class AppComponent {
  version = VERSION.major;
  count = 0;

  increase() {
    // Only zone.js tells Angular of the change.
    setTimeout(() => this.count++);
  }
}
