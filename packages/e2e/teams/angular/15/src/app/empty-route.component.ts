import { Component } from '@angular/core';

@Component({ selector: 'app-empty-route', template: '', standalone: false })
export class EmptyRouteComponent {}
