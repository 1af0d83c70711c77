import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import swc from '@swc/core';
import * as v from 'valibot';
import type { Sighting } from './page-probe';

const timeout = 60_000;

const sightingSchema = v.object({
  name: v.picklist(['start', 'form-visible', 'form-usable', 'form-handled', 'top-bar', 'heading', 'click']),
  text: v.exactOptional(v.string()),
  at: v.number(),
});

interface Filter {
  /** What `count` was before. */
  readonly from?: number;
  readonly text?: string;
}

/** Hears what the probe in the pages of a tab tells. */
export class Sightings {
  readonly #all: Sighting[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(session: CDPSession) {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== 'benchSighting') return;
      this.#all.push(v.parse(sightingSchema, JSON.parse(payload)));
      for (const look of this.#waiting) look();
    });
  }

  static async of(page: Page, session: CDPSession): Promise<Sightings> {
    const sightings = new Sightings(session);
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: 'benchSighting' });
    await page.addInitScript({ content: compileProbe() });
    return sightings;
  }

  /** How many there have been: the place from which to look for later ones. */
  get count(): number {
    return this.#all.length;
  }

  /** The time of the first one, if there is one. */
  find(name: Sighting['name'], { from = 0, text }: Filter = {}): number | undefined {
    const isWanted = (one: Sighting) => one.name === name && (text === undefined || one.text === text);
    return this.#all.slice(from).find(isWanted)?.at;
  }

  /**
   * Waits for the first one.
   * @throws Error after a minute
   */
  waitFor(name: Sighting['name'], filter: Filter = {}): Promise<number> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`No ${name} ${filter.text ?? ''} within ${timeout / 1000} s.`));
      }, timeout);
      const look = () => {
        const at = this.find(name, filter);
        if (at === undefined) return;
        end();
        resolve(at);
      };
      this.#waiting.add(look);
      look();
    });
  }
}

let compiled: string | undefined;

/** Compiled without what a loader of Node adds to functions, which a page does not have. */
function compileProbe(): string {
  const source = readFileSync(path.join(import.meta.dirname, 'page-probe.ts'), 'utf8');
  compiled ??= swc.transformSync(source.replaceAll(/^export /gm, ''), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    isModule: false,
  }).code;
  return `{${compiled}\nprobePage();}`;
}
