import { PathLocationStrategy, type PlatformLocation } from '@angular/common';

/** Changes the address until the user has left: a router that has loaded its first page then would lead them back. */
export class ModuleLocationStrategy extends PathLocationStrategy {
  readonly #hasLeft: () => boolean;

  constructor(location: PlatformLocation, basePath: string, hasLeft: () => boolean) {
    super(location, basePath);
    this.#hasLeft = hasLeft;
  }

  override pushState(...change: Parameters<PathLocationStrategy['pushState']>): void {
    if (!this.#hasLeft()) super.pushState(...change);
  }

  override replaceState(...change: Parameters<PathLocationStrategy['replaceState']>): void {
    if (!this.#hasLeft()) super.replaceState(...change);
  }
}
