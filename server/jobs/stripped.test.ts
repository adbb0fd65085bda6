import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programSources } from './stripped.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-stripped-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string): string => new URL(name, import.meta.url).href
const node = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { encoding: 'utf8' })

describe('the program without its types', () => {
  test('is made whole, without tests, and takes the place of what another version has left', () => {
    writeFileSync(join(folder, 'older.json'), '{}')
    writeFileSync(join(folder, 'cut.json.1.part'), '{')
    utimesSync(join(folder, 'cut.json.1.part'), 0, 0)
    writeFileSync(join(folder, 'other.json.2.part'), '{')
    node(fileURLToPath(at('./strip.ts')), join(folder, 'now.json'))
    expect(readdirSync(folder)).toEqual(['now.json', 'other.json.2.part'])
    const made: Record<string, string> = JSON.parse(readFileSync(join(folder, 'now.json'), 'utf8'))
    expect(Object.keys(made)).toEqual(programSources())
    expect(Object.keys(made)).toContain('server/jobs/child-main.ts')
    expect(Object.keys(made).filter((path) => path.includes('.test.'))).toEqual([])
    expect(made['server/jobs/protocol.ts']).not.toContain('interface')
  })

  test('is what a process loads; what is not in it is read as ever', () => {
    const file = join(folder, 'now.json')
    writeFileSync(
      file,
      JSON.stringify({ 'server/jobs/wire.ts': 'export const journalPipe = "from the file"' }),
    )
    const entry = join(folder, 'entry.mjs')
    writeFileSync(
      entry,
      `import { journalPipe } from ${JSON.stringify(at('./wire.ts'))}
       import { journalPipe as other } from ${JSON.stringify(at('./wire.ts?read'))}
       console.log(journalPipe, other)`,
    )
    expect(node('--import', at('./stripped-hook.mjs'), entry, file).trim()).toBe('from the file 4')
  })
})
