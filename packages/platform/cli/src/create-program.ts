import { CheckError } from '@portico/check';
import { Command } from 'commander';
import { createCommand } from './create/create-command';
import { devCommand } from './dev/dev-command';
import { importCommand } from './importing/import-command';
import { notifyCommand } from './notify/notify-command';
import { announcementCommand } from './operator/announcement-command';
import { appCommand } from './operator/app-command';
import { auditCommand } from './operator/audit-command';
import { backupCommand, restoreCommand } from './operator/backup-commands';
import { groupCommand, requestCommand } from './operator/group-commands';
import { healthCommand } from './operator/health-command';
import { addressCommand, quarantineCommand, tokenCommand } from './operator/registry-commands';
import { roleCommand } from './operator/role-commands';
import { tenantCommand } from './operator/tenant-command';
import { userCommand } from './operator/user-command';
import { checkCommand, createCheck } from './publishing/check-command';
import { failuresCommand } from './publishing/failures-command';
import { liveCommands } from './publishing/live-commands';
import { previewCommand } from './publishing/preview-command';
import { publishCommand } from './publishing/publish-command';
import { typesCommand } from './publishing/types-command';
import { versionCommands } from './publishing/version-commands';
import { PortalCommand } from './server/portal-command';
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
  /** The program of the server, which `restore` runs; `undefined` where no server is installed. */
  readonly server?: string;
}

/**
 * Creates the command line. Operator commands call a running server; `restore` runs the server's own program.
 * @param check runs the check of `check` and `publish`
 */
export function createProgram({ folder, templates, shell, server }: BundledFiles, check = createCheck(shell)): Command {
  const groups = {
    'Modules:': [createCommand(folder, templates), devCommand(), checkCommand(check), typesCommand()],
    'Publishing:': [
      publishCommand(check),
      importCommand(check),
      previewCommand(),
      ...liveCommands(),
      ...versionCommands(),
    ],
    'A running portal:': [
      tenantCommand(),
      userCommand(),
      appCommand(),
      groupCommand(),
      requestCommand(),
      tokenCommand(),
      addressCommand(),
      roleCommand(),
      announcementCommand(),
      auditCommand(),
      failuresCommand(),
      quarantineCommand(),
      healthCommand(),
      backupCommand(),
      ...(server === undefined ? [] : [restoreCommand(server)]),
      notifyCommand(),
    ],
  };
  const program = new Command('portico')
    .description('Create, serve, check and publish modules; manage tenants, users, access and keys of a running portal')
    // Wraps descriptions even beside the longest argument.
    .configureHelp({ minWidthToWrap: 30 });
  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(heading);
    // Last, so that the help shows the options of the command itself first.
    for (const command of commands) {
      program.addCommand(command instanceof PortalCommand ? command.addPortalOptions() : command);
    }
  }
  return program;
}

/**
 * Runs the command line. A failure prints one sentence, never a stack trace, and sets the exit code 1.
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
