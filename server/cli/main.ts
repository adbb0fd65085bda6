/**
 * `affiant`: what is done beside the screens, on the same records as the server and while it runs.
 *
 * Exit codes: 0 done, 1 it failed or something does not hold, 2 the words were wrong, 3 done with warnings.
 */

import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { ApiError } from '../platform/http/error.ts'
import { createLog } from '../platform/log.ts'
import { openRecords, recordsFile } from '../platform/records/open.ts'
import { ServedElsewhere } from '../platform/records/served-elsewhere.ts'
import { registerAreas } from '../register-areas.ts'
import { accountCommands } from './accounts.ts'
import { auditCommands } from './audit.ts'
import {
  atThisMachine,
  type Command,
  type Invocation,
  readArguments,
  type Terminal,
  UsageError,
} from './command.ts'
import { keepingCommands } from './keeping.ts'
import { peopleCommands } from './people.ts'
import { reconstructCommands } from './reconstruct.ts'
import { workCommands } from './work.ts'

const commands: readonly Command[] = [
  ...peopleCommands,
  ...accountCommands,
  ...workCommands,
  ...auditCommands,
  ...reconstructCommands,
  ...keepingCommands,
]

/** Does what the words say; answers the exit code. */
export async function main(
  given: readonly string[],
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const asksHelp = given.length === 0 || given.some((word) => word === '--help' || word === '-h')
  const command = commands.find(({ name }) => `${given.join(' ')} `.startsWith(`${name} `))
  if (asksHelp) {
    terminal.line(command === undefined ? helpForAll() : helpFor(command))
    return given.length === 0 ? 2 : 0
  }
  if (command === undefined) {
    terminal.note(`"${given.slice(0, 2).join(' ')}" is no command.\n\n${helpForAll()}`)
    return 2
  }
  try {
    const rest = readArguments(command, given.slice(command.name.split(' ').length))
    return await command.run(invocationOf(command, rest, terminal, env))
  } catch (error) {
    return explain(command, error, terminal)
  }
}

function invocationOf(
  command: Command,
  rest: Pick<Invocation, 'words' | 'options'>,
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>>,
): Invocation {
  const config = readConfig(env)
  if (command.needsNoRecords?.(rest) !== true) requireRecords(command, config)
  const log = createLog('error')
  return {
    ...rest,
    config,
    terminal,
    records: async (work) => {
      registerAreas()
      const records = await openRecords(config)
      try {
        return await work(records, atThisMachine())
      } finally {
        await records.close()
      }
    },
    services: async (options, work) => {
      // Only where it is needed: jobs and search bring much along, and most commands are over in a moment.
      const { openServices } = await import('../services.ts')
      const { services, close } = await openServices(config, { log, work: options.work })
      try {
        return await work(services)
      } finally {
        await close()
      }
    },
  }
}

/** A wrong folder must not look like an empty one: only adding begins new records. */
function requireRecords(command: Command, { databaseUrl, dataDir }: Config): void {
  if (command.begins === true || databaseUrl !== null || existsSync(recordsFile(dataDir))) return
  throw new UsageError(`There are no records in ${dataDir}. Set AFFIANT_DATA to the server's data folder.`)
}

function explain(command: Command, error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.note(`${error.message}\n\n${helpFor(command)}`)
    return 2
  }
  if (error instanceof ApiError || error instanceof ConfigError || error instanceof ServedElsewhere) {
    terminal.note(error.message)
    return 1
  }
  terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 1
}

function helpFor({ name, usage, summary }: Command): string {
  return `Usage: affiant ${name} ${usage}\n\n${summary}`
}

function helpForAll(): string {
  const each = commands.map(({ name, usage, summary }) => `  ${name} ${usage}\n      ${summary}`)
  return [
    'Usage: affiant COMMAND …',
    '',
    ...each,
    '',
    'C and P name a company and a project by name or id. Settings come from the environment as for the server:',
    'AFFIANT_DATA (./data) or DATABASE_URL. All commands but restore can be run while the server runs.',
  ].join('\n')
}

if (import.meta.main) {
  // As the server does: whichever of them comes first makes the data folder.
  process.umask(0o077)
  const terminal: Terminal = {
    line: (line) => console.log(line),
    note: (line) => console.error(line),
    input: () => text(process.stdin),
  }
  process.exitCode = await main(process.argv.slice(2), terminal, process.env)
}
