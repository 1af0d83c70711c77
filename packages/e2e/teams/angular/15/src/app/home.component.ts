import { HttpClient } from '@angular/common/http';
import { Component, OnInit } from '@angular/core';

@Component({
  selector: 'app-home',
  template: '<h2>Home</h2><p>{{ name }}</p><a routerLink="/smsa-local/list/details">Details</a>',
  standalone: false,
})
export class HomeComponent implements OnInit {
  name = '';

  constructor(private readonly http: HttpClient) {}

  ngOnInit() {
    this.http.get<{ name: string }>('assets/names.json').subscribe(({ name }) => (this.name = name));
  }
}
