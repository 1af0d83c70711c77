import { createServer, type Server, type ServerResponse } from 'node:http';
import { getContentType } from '@portico/contract';
import type { BuiltFiles } from './build-module';

type Answer = (response: ServerResponse) => unknown;

/** An origin of a module team. A test sets its answer for each file while the portal runs. */
export class ModuleOrigin {
  readonly url: string;
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #answers: Map<string, Answer>;

  private constructor(server: Server, answers: Map<string, Answer>, url: string) {
    this.#server = server;
    this.#answers = answers;
    this.url = url;
  }

  static async start(): Promise<ModuleOrigin> {
    const answers = new Map<string, Answer>();
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://module');
      origin.requests.push(request.url ?? '/');
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Cache-Control', 'no-store');
      const answer = answers.get(pathname);
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const origin = new ModuleOrigin(server, answers, `http://localhost:${port}`);
    return origin;
  }

  /** Serves this JavaScript as the file. */
  serves(file: string, script: string): void {
    this.#answers.set(file, (response) => response.setHeader('Content-Type', 'text/javascript').end(script));
  }

  /** Serves these files, and no others, from the folder. */
  servesFolder(folder: string, files: BuiltFiles): void {
    for (const file of [...this.#answers.keys()]) if (file.startsWith(`${folder}/`)) this.#answers.delete(file);
    for (const [name, content] of files) {
      this.#answers.set(`${folder}/${name}`, (response) =>
        response.setHeader('Content-Type', getContentType(name)).end(content),
      );
    }
  }

  /** Serves this JavaScript as the file, but only after the returned function is called. */
  servesLater(file: string, script: string): () => void {
    const waiting: ServerResponse[] = [];
    this.#answers.set(file, (response) => waiting.push(response));
    return () => {
      this.serves(file, script);
      for (const response of waiting) response.setHeader('Content-Type', 'text/javascript').end(script);
    };
  }

  /** Serves an HTML page as the file, like a misconfigured host. */
  servesHtml(file: string): void {
    this.#answers.set(file, (response) =>
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Not what you want</title>'),
    );
  }

  /** Answers requests for the file with this status. */
  fails(file: string, status: number): void {
    this.#answers.set(file, (response) => response.writeHead(status).end());
  }

  /** Never answers requests for the file. */
  hangs(file: string): void {
    this.#answers.set(file, () => undefined);
  }

  /** Forgets all files and requests. */
  clear(): void {
    this.#answers.clear();
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
