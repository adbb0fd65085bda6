/** Run by stripped.ts, as a process of its own: writes the program's sources without their types to the file it is given. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { programSources, root } from './stripped.ts'

const [target = ''] = process.argv.slice(2)
const folder = dirname(target)
mkdirSync(folder, { recursive: true })
const stripped = Object.fromEntries(
  programSources().map((path) => [path, stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'))]),
)
// Whoever looks finds it whole or not at all. Those of other versions go, and what an interrupted one has left: their processes
// strip for themselves.
const others = readdirSync(folder).map((name) => join(folder, name))
const part = `${target}.${process.pid}.part`
writeFileSync(part, JSON.stringify(stripped))
renameSync(part, target)
for (const path of others) if (path !== target && !isBeingWritten(path)) rmSync(path, { force: true })

/** It takes a second. */
function isBeingWritten(path: string): boolean {
  const at = path.endsWith('.part') ? statSync(path, { throwIfNoEntry: false })?.mtimeMs : undefined
  return at !== undefined && Date.now() - at < 60_000
}
