#!/usr/bin/env node
// Starts the server without arguments, and the command line with arguments.
import { readFileSync } from 'node:fs';

const { cpu, libc, oldestNode, os } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldestNode;
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  fail(`Portico needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}.`);
}
const { platform, arch } = process;
const hasOtherLibc = libc !== undefined && findLibc() !== libc[0];
if (platform !== os[0] || arch !== cpu[0] || hasOtherLibc) {
  const built = [os[0], cpu[0], libc?.[0]].filter(Boolean).join(' ');
  fail(`This release is for ${built}; run "npm run release" on a machine like this one.`);
}

await import(process.argv.length > 2 ? './dist/cli/main.js' : './dist/server/main.js');

/** The native packages are built for one of the two C libraries of Linux. */
function findLibc() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
