import type { Entry, ImportMap } from '@portico/contract';
import { readPage } from '../api/configuration';

/** By absolute address; SystemJS drops the fields of an import map that it does not know. */
let entries: Map<string, Entry> | undefined;

/** Returns what is known of the entry at an absolute address. */
export function findEntry(address: string): Entry {
  return getEntries().get(address) ?? {};
}

/** Adds what a later import map knows of its entries. */
export function addEntries(added: ImportMap['entries']): void {
  for (const [address, entry] of Object.entries(added)) getEntries().set(System.resolve(address), entry);
}

function getEntries(): Map<string, Entry> {
  if (!entries) {
    entries = new Map();
    addEntries(readPage().importMap.entries);
  }
  return entries;
}
