import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { cliExternals, serverExternals, serverFiles } from '../webpack/external-packages';
import { copyPackages } from './copy-packages';

// Packs the built portal with everything that it needs to run into one archive, and prints its path.
const root = path.resolve(import.meta.dirname, '../..');
const name = `portico-${manifest.version}`;
const archive = path.join(root, 'dist', `${name}.tar.gz`);

const work = mkdtempSync(path.join(tmpdir(), 'portico-release-'));
try {
  const release = path.join(work, name);
  copyBuild(release);
  copyOwnPackages(release);
  const server = path.join(root, 'packages/platform/server');
  copyPackages([...serverExternals, ...serverFiles, ...cliExternals], server, release);
  for (const file of ['LICENSE', 'CHANGELOG.md', 'docs/operating.md']) copy(file, path.join(release, file));
  copy('tooling/release/portico.mjs', path.join(release, 'portico.mjs'));
  copy('tooling/release/deploy', path.join(release, 'deploy'));
  copy('packages/platform/server/monitoring', path.join(release, 'monitoring'));
  writeJson(path.join(release, 'package.json'), createManifest());
  // Atomic: the archive is complete or missing.
  const draft = `${archive}.${process.pid}`;
  writeFileSync(draft, gzipSync(tar(work), { level: 9 }));
  renameSync(draft, archive);
} finally {
  rmSync(work, { recursive: true });
}
console.log(path.relative(process.cwd(), archive));

/**
 * Copies the shell, the server, the command line and the example modules, without the programs that only tests start.
 */
function copyBuild(release: string): void {
  const left = /^(?:testing|portico-.*)$/;
  for (const entry of readdirSync(path.join(root, 'dist')).filter((found) => !left.test(found))) {
    copy(path.join('dist', entry), path.join(release, 'dist', entry));
  }
  const file = path.join(release, 'dist/import-map.json');
  const map = JSON.parse(readFileSync(file, 'utf8'));
  // The example modules are at addresses of this machine.
  const imports = Object.entries(map.imports).filter(([, address]) => String(address).startsWith('/'));
  writeJson(file, { ...map, imports: Object.fromEntries(imports), entries: {} });
}

/** Files of this repository that the bundled programs find by the names of their packages. */
function copyOwnPackages(release: string): void {
  const parts = [
    ['platform/server', 'package.json', 'media', 'src/database/migrations'],
    ['platform/cli', 'package.json'],
    ['core/module-kit', 'package.json', 'templates'],
  ] as const;
  for (const [folder, ...files] of parts) {
    const target = path.join(release, 'node_modules/@portico', path.basename(folder));
    for (const file of files) copy(path.join('packages', folder, file), path.join(target, file));
  }
}

function createManifest() {
  const { glibcVersionRuntime } = Object(process.report.getReport()).header;
  return {
    name: manifest.name,
    version: manifest.version,
    private: true,
    license: manifest.license,
    type: 'module',
    oldestNode: /[\d.]+/.exec(manifest.engines.node)?.[0].split('.').map(Number),
    // The native parts of argon2 and sharp.
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === 'linux' && { libc: [glibcVersionRuntime === undefined ? 'musl' : 'glibc'] }),
  };
}

/** Packs reproducibly: sorted, without owners and times. */
function tar(folder: string): Buffer {
  const options = '--sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=go-w'.split(' ');
  return execFileSync('tar', [...options, '-C', folder, '-c', name], { maxBuffer: 1024 ** 3 });
}

function copy(source: string, target: string): void {
  cpSync(path.join(root, source), target, { recursive: true });
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
