import { Component, ViewEncapsulation } from '@angular/core';
import { RouterOutlet } from '@angular/router';

@Component({
  selector: 'app-new-module',
  imports: [RouterOutlet],
  template: '<section class="app-new-module"><router-outlet /></section>',
  styleUrl: './app.css',
  // The styles apply to all pages of the module; a class keeps them inside it.
  encapsulation: ViewEncapsulation.None,
})
export class App {}
