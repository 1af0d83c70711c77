import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a local server that simulates network failures and counts connections. */
export class NetworkLine {
  readonly port: number;
  /** The time of each connection attempt, including refused ones, in milliseconds. */
  readonly dials: number[] = [];
  readonly #server: Server;
  /** The browser's and the server's end of each open connection. */
  readonly #ends = new Map<Socket, Socket>();
  #isDown = false;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    server.on('connection', (socket) => this.#connect(socket, target));
  }

  static async to(target: number): Promise<NetworkLine> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const address = server.address();
    return new NetworkLine(server, typeof address === 'object' && address ? address.port : 0, target);
  }

  /** The number of open connections. */
  get open(): number {
    return this.#ends.size;
  }

  /** Ends all connections; new ones work. */
  cut(): void {
    for (const socket of this.#ends.keys()) socket.destroy();
  }

  /** Keeps the connections open without data; new ones work. */
  fallSilent(): void {
    for (const socket of [...this.#ends].flat()) socket.unpipe().resume();
  }

  /** Ends all connections, and each new one immediately, until `comeBack`. */
  goDown(): void {
    this.#isDown = true;
    this.cut();
  }

  comeBack(): void {
    this.#isDown = false;
  }

  async stop(): Promise<void> {
    this.goDown();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(socket: Socket, target: number): void {
    this.dials.push(performance.now());
    if (this.#isDown) {
      socket.destroy();
      return;
    }
    const end = connect(target, 'localhost');
    this.#ends.set(socket, end);
    socket
      .on('error', () => {})
      .once('close', () => {
        this.#ends.delete(socket);
        end.destroy();
      });
    end.on('error', () => {}).once('close', () => socket.destroy());
    socket.pipe(end).pipe(socket);
  }
}
