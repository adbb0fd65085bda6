import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files and folders within a folder that others than their owner can do anything with. */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0,
  )
