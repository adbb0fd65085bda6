/** What a command of `affiant` is, and what it may use. */
import { userInfo } from 'node:os'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import type { Occasion } from '../platform/auth/record.ts'
import type { Config } from '../platform/config.ts'
import type { Records } from '../platform/records/records.ts'
import type { Opened } from '../services.ts'

/** Wrong words on the command line; the message says what was expected. */
export class UsageError extends Error {}

export interface Terminal {
  /** Results, on standard output. */
  line(text: string): void
  /** What happens meanwhile, on standard error. */
  note(text: string): void
  /** All of standard input. */
  input(): Promise<string>
}

export interface Invocation {
  readonly config: Config
  readonly terminal: Terminal
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** Opens the records only: enough to add and to verify. */
  records<T>(work: (records: Records, occasion: Occasion) => Promise<T>): Promise<T>
  /** Opens everything; `work` also works on queued jobs while it lasts. */
  services<T>(
    options: { readonly work: boolean },
    work: (opened: Opened['services']) => Promise<T>,
  ): Promise<T>
}

export interface Command {
  /** Words that name it: `company add`. */
  readonly name: string
  /** Words and options after the name, as help shows them. */
  readonly usage: string
  readonly summary: string
  /** How many words follow the name; from and to where that varies. */
  readonly words: number | readonly [number, number]
  readonly options: ParseArgsOptionsConfig
  /** Works in a data folder that has no records yet. */
  readonly begins?: boolean
  /** Whether it does its work on something else than records, said like this. */
  readonly needsNoRecords?: (said: Pick<Invocation, 'words'>) => boolean
  /** Answers the exit code. */
  run(invocation: Invocation): Promise<number>
}

/** Splits what follows a command's name; throws where it is not what the command takes. */
export function readArguments(
  command: Command,
  given: readonly string[],
): Pick<Invocation, 'words' | 'options'> {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      options: command.options,
      allowPositionals: true,
      strict: true,
    })
    const [least, most] = typeof command.words === 'number' ? [command.words, command.words] : command.words
    if (positionals.length < least || positionals.length > most)
      throw new UsageError(
        `It takes ${most === 0 ? 'no word' : `${least === most ? '' : 'at most '}${most} word(s)`} after its name.`,
      )
    const options: Record<string, string | boolean | undefined> = {}
    for (const [name, value] of Object.entries(values)) if (!Array.isArray(value)) options[name] = value
    return { words: positionals, options }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** The text of an option that must be there. */
export function needed({ options }: Invocation, name: string): string {
  const value = options[name]
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is missing.`)
  return value
}

/** The text of an option that may be left out. */
export function given({ options }: Invocation, name: string): string | null {
  const value = options[name]
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Who is at the machine: the audit says so, since no account of Affiant does. */
export const atThisMachine = (): Occasion => ({
  now: () => new Date(),
  via: `command line, as ${userInfo().username}`,
})
