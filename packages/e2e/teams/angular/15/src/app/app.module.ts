import { APP_BASE_HREF } from '@angular/common';
import { HttpClientModule } from '@angular/common/http';
import { NgModule } from '@angular/core';
import { BrowserModule } from '@angular/platform-browser';
import { RouterModule } from '@angular/router';
import { AppComponent } from './app.component';
import { EmptyRouteComponent } from './empty-route.component';
import { HomeComponent } from './home.component';

@NgModule({
  declarations: [AppComponent, EmptyRouteComponent, HomeComponent],
  imports: [
    BrowserModule,
    HttpClientModule,
    RouterModule.forRoot([
      { path: 'smsa-local', pathMatch: 'full', component: HomeComponent },
      { path: 'smsa-local/list/details', loadChildren: () => import('./details/details.module').then((m) => m.DetailsModule) },
      { path: '**', component: EmptyRouteComponent },
    ]),
  ],
  providers: [{ provide: APP_BASE_HREF, useValue: '/' }],
  bootstrap: [AppComponent],
})
export class AppModule {}
