import { CommandError } from './command-error';

/** The server refused a call; the message is its own. */
export class RefusalError extends CommandError {
  /** The status of HTTP. */
  readonly status: number;

  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** No answer came. */
export class ConnectionError extends CommandError {
  /** Whether the call may have arrived all the same, and have been done. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean, cause: unknown) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}
