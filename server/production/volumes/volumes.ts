/** The volumes of a production: load files, layout, and reading back what will be handed over. */
import type { JobRun } from '../../platform/jobs/jobs.ts'
import type { StoredRun } from '../record/stored.ts'
import type { VolumeZip } from './volume-zip.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** Writes and reads back the volumes of productions. */
    readonly volumes: Volumes
  }
}

export interface Volumes {
  /**
   * Lays out the volumes of a production whose documents are all made, writes their load files, reads all of it back, and
   * puts the report and the state `Produced` on the record. Rejects with what is wrong where it may not leave.
   */
  write(run: JobRun, production: StoredRun): Promise<void>
  /** A volume (from 1) of a produced production; null: it has none with this number. */
  zip(production: StoredRun, volume: number): Promise<NamedZip | null>
}

export interface NamedZip extends VolumeZip {
  /** As VOL001. */
  readonly name: string
  /** Names its bytes: of another zip it is another one. */
  readonly tag: string
}
