import { Component, ViewEncapsulation } from '@angular/core';
import { RouterOutlet } from '@angular/router';

@Component({
  selector: 'app-new-module',
  imports: [RouterOutlet],
  template: '<section class="app-new-module"><router-outlet /></section>',
  styleUrl: './app.css',
  // The styles are for all pages; they stay inside by their class.
  encapsulation: ViewEncapsulation.None,
})
export class App {}
