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
  /** The earlier value of `count`. */
  readonly from?: number;
  readonly text?: string;
}

/** Receives the messages of the probe in the pages of a tab. */
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

  /** The number of sightings so far, for a later search from there. */
  get count(): number {
    return this.#all.length;
  }

  /** The time of the first matching sighting, if any. */
  find(name: Sighting['name'], { from = 0, text }: Filter = {}): number | undefined {
    const isWanted = (one: Sighting) => one.name === name && (text === undefined || one.text === text);
    return this.#all.slice(from).find(isWanted)?.at;
  }

  /**
   * Waits for the first matching sighting.
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

/** Compiled separately: Node's loader adds calls to functions that a page does not have. */
function compileProbe(): string {
  const source = readFileSync(path.join(import.meta.dirname, 'page-probe.ts'), 'utf8');
  compiled ??= swc.transformSync(source.replaceAll(/^export /gm, ''), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    isModule: false,
  }).code;
  return `{${compiled}\nprobePage();}`;
}
