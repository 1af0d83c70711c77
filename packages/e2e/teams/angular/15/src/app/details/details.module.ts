import { Component, NgModule } from '@angular/core';
import { RouterModule } from '@angular/router';

@Component({ selector: 'app-details', template: '<h2>Details</h2><img src="assets/logo.svg" alt="Deep" /><a routerLink="/smsa-local">Home</a>', standalone: false })
export class DetailsComponent {}

@NgModule({ declarations: [DetailsComponent], imports: [RouterModule.forChild([{ path: '', component: DetailsComponent }])] })
export class DetailsModule {}
