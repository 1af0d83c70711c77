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
  /** Variables of the server beside those that keep it apart from other runs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Origins that modules may come from, beside the example modules' own. */
  readonly moduleOrigins?: readonly string[];
  /** Addresses that replace those of the built import map, by name. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Additional configuration. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Default: any free port. */
  readonly port?: number;
  /** The example modules' port, and their address for browsers; by default any free port, at localhost. */
  readonly exampleModules?: { readonly port: number; readonly url: string };
}

/** The real server with a data folder and ports of its own, as a process. */
export class PortalProcess {
  readonly url: string;
  readonly modulesUrl: string;
  readonly dataFolder: string;
  readonly operatorKey: string;
  readonly #spawn: () => Promise<ChildProcess>;
  #process: ChildProcess;
  readonly #importMap: string;
  /** The current content of the import map's file. */
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
      // A thousand small files, for which the asynchronous one takes three times longer.
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

  /** Of the running process; `restart` and `crash` change it. */
  get processId(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error('The server was not started.');
    return pid;
  }

  /** The portal of a tenant by its own host name. */
  tenantUrl(tenant: string): string {
    return this.url.replace('localhost', `${tenant}.localhost`);
  }

  /** Writes any text to the file of the import map. */
  async writeImportMap(text: string): Promise<void> {
    await writeFile(path.join(this.dataFolder, 'map.json'), text);
    this.#writtenMap = text;
  }

  /** Changes addresses of the import map, by name; a name without one is taken out. */
  async deploy(imports: Readonly<Record<string, string | undefined>>): Promise<void> {
    const map = JSON.parse(this.#writtenMap);
    await this.writeImportMap(JSON.stringify({ ...map, imports: { ...map.imports, ...imports } }));
  }

  /** Brings the first import map back, if it was changed. */
  async restoreImportMap(): Promise<void> {
    if (this.#writtenMap !== this.#importMap) await this.writeImportMap(this.#importMap);
  }

  /** The code of the newest recovery mail to an address, if one has been mailed. */
  mailedCode(email: string): Promise<string | undefined> {
    return readMailedCode(this.dataFolder, email);
  }

  /** Ends the process as an operator would and gives its exit code. */
  async stop({ keepsData = false } = {}): Promise<number | null> {
    const code = await this.#end();
    if (!keepsData) await rm(this.dataFolder, { recursive: true, force: true });
    return code;
  }

  /** Ends the process, does something without it, and starts it again on the same data and ports. */
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
