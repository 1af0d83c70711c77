import { CheckError } from '@portico/check';
import { Command, Option } from 'commander';
import { backupCommand, restoreCommand } from './backup/backup-command';
import { checkCommand, createCheck } from './check/check-command';
import { createCommand } from './create/create-command';
import { devCommand } from './dev/dev-command';
import { notifyCommand } from './notify/notify-command';
import { addressCommand } from './operator/address-command';
import { appCommand } from './operator/app-command';
import { auditCommand } from './operator/audit-command';
import { quarantineCommand } from './operator/quarantine-command';
import { tenantCommand } from './operator/tenant-command';
import { tokenCommand } from './operator/token-command';
import { userCommand } from './operator/user-command';
import { askPortal } from './publishing/ask-portal';
import { changeCommands } from './publishing/change-commands';
import { previewCommand } from './publishing/preview-command';
import { publishCommand } from './publishing/publish-command';
import { withPublishingOptions } from './publishing/publishing-api';
import { historyCommand, statusCommand } from './publishing/status-commands';
import { typesCommand } from './publishing/types-command';
import { portalOption } from './server/portal-option';
import { CommandError } from './terminal/arguments';

/**
 * Files that commands need, as absolute paths: the repository and the published package keep them in different places.
 */
interface BundledFiles {
  /** The folder of this package. */
  readonly folder: string;
  /** The folder of the templates that `create` copies. */
  readonly templates: string;
  /** The built shell; `check` loads SystemJS and the shared libraries from it. */
  readonly shell: string;
  /** The program of the server, which `restore` runs; only where the server is installed. */
  readonly server?: string;
}

/**
 * Creates the command line. Operator commands call a running server; `restore` runs the server's own program.
 *
 * @param check runs the check of `check` and `publish`
 */
export function createProgram({ folder, templates, shell, server }: BundledFiles, check = createCheck(shell)): Command {
  const program = new Command('portico')
    .description('Create, serve, check and publish modules; manage tenants, users, access and keys of a running portal')
    // Wraps descriptions even beside the longest argument.
    .configureHelp({ minWidthToWrap: 30 })
    .commandsGroup('Modules:')
    .addCommand(createCommand(folder, templates))
    .addCommand(devCommand())
    .addCommand(withPublishingOptions(checkCommand(check, askPortal)))
    .addCommand(typesCommand())
    .commandsGroup('Publishing:')
    .addCommand(publishCommand(check));
  for (const command of [previewCommand(), ...changeCommands(), statusCommand(), historyCommand()])
    program.addCommand(command);
  program.commandsGroup('A running portal:');
  for (const command of [
    tenantCommand(),
    userCommand(),
    appCommand(),
    tokenCommand(),
    addressCommand(),
    auditCommand(),
    quarantineCommand(),
    backupCommand(),
  ]) {
    program.addCommand(withPortalOption(command).addOption(keyOption()).configureHelp({ showGlobalOptions: true }));
  }
  if (server !== undefined) program.addCommand(restoreCommand(server));
  return program.addCommand(withPortalOption(notifyCommand()));
}

/**
 * Runs the command line. A failure prints one sentence, never a stack trace, and sets the exit code 1.
 *
 * @param program replaced in tests
 */
export async function runPortico(files: BundledFiles, program = createProgram(files)): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const isForUser = error instanceof CommandError || error instanceof CheckError;
    console.error(isForUser ? text : `Unexpected error: ${text}`);
    process.exitCode = 1;
  }
}

/** `--url` is the old name of the option, for one more release. */
function withPortalOption(command: Command): Command {
  return command
    .addOption(portalOption())
    .addOption(new Option('--url <address>').hideHelp())
    .on('option:url', (address) => {
      console.error('--url is now --portal; the next release ignores the old name.');
      command.setOptionValueWithSource('portal', address, 'cli');
    });
}

function keyOption(): Option {
  const description = "the operator's key (default: .portico/operator.key)";
  return new Option('--key <key>', description).env('PORTICO_OPERATOR_KEY');
}
