/**
 * What one server process has, made once (server/services.ts). Each part adds its own where it is declared:
 * `declare module '…/platform/services.ts' { interface Services { … } }`. So nothing here knows any of them.
 */
import type { Logger } from 'pino'
import type { Config } from './config.ts'

export interface Services {
  readonly config: Config
  /** A folder for this process's unfinished files, beside the blobs; emptied when it ends. */
  readonly spool: string
  readonly log: Logger
  /** Injected, so that tests can set the time. */
  readonly now: () => Date
}
