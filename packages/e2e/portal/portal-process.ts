import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port';
import { readMailedCode } from './read-mailed-code';

const root = path.resolve(import.meta.dirname, '../../..');

interface PortalOptions {
  /** Environment variables of the server, added to those that isolate it from other runs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Origins of modules, in addition to that of the example modules. */
  readonly moduleOrigins?: readonly string[];
  /** Replacements for addresses of the built import map, by name. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Additional configuration. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Default: any free port. */
  readonly port?: number;
  /** The port and public address of the example modules; by default any free port of localhost. */
  readonly exampleModules?: { readonly port: number; readonly url: string };
}

/** The real server as a process, with its own data folder and ports. */
export class PortalProcess {
  readonly url: string;
  readonly modulesUrl: string;
  readonly dataFolder: string;
  readonly operatorKey: string;
  readonly #spawn: () => Promise<ChildProcess>;
  #process: ChildProcess;
  readonly #importMap: string;
  /** The current content of the import map file. */
  #writtenMap: string;

  private constructor(
    spawn: () => Promise<ChildProcess>,
    process: ChildProcess,
    importMap: string,
    parts: Pick<PortalProcess, 'url' | 'modulesUrl' | 'dataFolder' | 'operatorKey'>,
  ) {
    this.#spawn = spawn;
    this.#process = process;
    this.#importMap = importMap;
    this.#writtenMap = importMap;
    this.url = parts.url;
    this.modulesUrl = parts.modulesUrl;
    this.dataFolder = parts.dataFolder;
    this.operatorKey = parts.operatorKey;
  }

  static async start({
    environment = {},
    moduleOrigins = [],
    imports = {},
    configuration: own = {},
    port,
    exampleModules,
  }: PortalOptions = {}): Promise<PortalProcess> {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-e2e-'));
    const { PREPARED_DATA } = process.env;
    if (PREPARED_DATA && environment.PORTICO_DEMO === undefined)
      // The asynchronous copy takes three times longer for a thousand small files.
      cpSync(PREPARED_DATA, dataFolder, { recursive: true });
    const portalPort = port ?? (await freePort());
    const modulesPort = exampleModules?.port ?? (await freePort());
    const operatorKey = randomBytes(24).toString('hex');
    const modulesUrl = exampleModules?.url ?? `http://localhost:${modulesPort}`;
    const configuration = {
      hosts: { localhost: 'smsa', '127.0.0.1': 'finouro' },
      moduleOrigins: [modulesUrl, ...moduleOrigins],
      ...own,
    };
    const files = {
      configuration: path.join(dataFolder, 'configuration.json'),
      map: path.join(dataFolder, 'map.json'),
    };
    await writeFile(files.configuration, JSON.stringify(configuration));
    const map = await importMap(modulesUrl, imports);
    await writeFile(files.map, map);

    const spawnServer = async () => {
      const child = spawn(process.execPath, ['dist/server/main.js'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          PORT: String(portalPort),
          MODULES_PORT: String(modulesPort),
          PORTICO_DATA: dataFolder,
          PORTICO_CONFIG: files.configuration,
          PORTICO_IMPORT_MAP: files.map,
          PORTICO_OPERATOR_KEY: operatorKey,
          ...environment,
        },
      });
      await waitUntilReady(child);
      return child;
    };
    return new PortalProcess(spawnServer, await spawnServer(), map, {
      url: `http://localhost:${portalPort}`,
      modulesUrl,
      dataFolder,
      operatorKey,
    });
  }

  /** The id of the running process; `restart` and `crash` change it. */
  get processId(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error('The server was not started.');
    return pid;
  }

  /** The address of the portal with the tenant's own host name. */
  tenantUrl(tenant: string): string {
    return this.url.replace('localhost', `${tenant}.localhost`);
  }

  /** Writes any text to the import map file. */
  async writeImportMap(text: string): Promise<void> {
    await writeFile(path.join(this.dataFolder, 'map.json'), text);
    this.#writtenMap = text;
  }

  /** Changes addresses of the import map, by name. A name without an address is removed. */
  async deploy(imports: Readonly<Record<string, string | undefined>>): Promise<void> {
    const map = JSON.parse(this.#writtenMap);
    await this.writeImportMap(JSON.stringify({ ...map, imports: { ...map.imports, ...imports } }));
  }

  /** Restores the first import map if it was changed. */
  async restoreImportMap(): Promise<void> {
    if (this.#writtenMap !== this.#importMap) await this.writeImportMap(this.#importMap);
  }

  /** Returns the code of the newest recovery mail to an address, if any. */
  mailedCode(email: string): Promise<string | undefined> {
    return readMailedCode(this.dataFolder, email);
  }

  /** Ends the process as an operator would, and returns its exit code. */
  async stop({ keepsData = false } = {}): Promise<number | null> {
    const code = await this.#end();
    if (!keepsData) await rm(this.dataFolder, { recursive: true, force: true });
    return code;
  }

  /** Ends the process, runs an action, and starts the process again on the same data and ports. */
  async restart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
    await this.#end();
    await meanwhile();
    this.#process = await this.#spawn();
  }

  /** Kills the process, as a power cut does, and starts it again on the same data and ports. */
  async crash(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exit;
    this.#process = await this.#spawn();
  }

  async #end(): Promise<number | null> {
    if (this.#process.exitCode !== null) return this.#process.exitCode;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    const [code] = await exit;
    return code;
  }
}

async function importMap(modulesUrl: string, imports: Readonly<Record<string, string>>): Promise<string> {
  const built = (await readFile(path.join(root, 'dist/import-map.json'), 'utf8')).replaceAll(
    'http://localhost:9100',
    modulesUrl,
  );
  const map = JSON.parse(built);
  return JSON.stringify({ ...map, imports: { ...map.imports, ...imports } });
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Portico is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
  });
}
