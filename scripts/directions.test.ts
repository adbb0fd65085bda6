/** The import checker tells what it is there to tell: it is run over small trees that break its rules. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { directionFaults } from './direction-faults.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'affiant-directions-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Modules of every part that break nothing, and those of the test. */
async function faultsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const sound = Object.fromEntries(
    ['contracts', 'query', 'server/cli', 'src/features'].flatMap((folder) => [
      [`${folder}/one.ts`, "import { two } from './two.ts'\nexport const one = two\n"],
      [`${folder}/two.ts`, 'export const two = 2\n'],
    ]),
  )
  for (const [path, text] of Object.entries({ ...sound, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return (await directionFaults(root)).faults
}

const value = 'export const value = 1\nexport interface Value {}\n'

test('nothing is told of what holds', async () => {
  expect(
    await faultsOf({
      'server/intake/uploads/a.ts':
        "import { value } from '../../review/coding/b.ts'\nexport const a = value\n",
      'server/review/coding/b.ts': value,
    }),
  ).toEqual([])
})

test.each([
  ['platform', 'organization'],
  ['organization', 'review'],
  ['review', 'intake'],
])('%s does not import %s', async (lower, upper) => {
  const faults = await faultsOf({
    [`server/${lower}/low/a.ts`]: `import type { Value } from '../../${upper}/high/b.ts'\nexport type A = Value\n`,
    [`server/${upper}/high/b.ts`]: value,
  })
  expect(faults).toEqual([`layer-${lower}: server/${lower}/low/a.ts → server/${upper}/high/b.ts`])
})

test('no layer imports what starts the program', async () => {
  const faults = await faultsOf({
    'server/intake/uploads/a.ts': "import { value } from '../../services.ts'\nexport const a = value\n",
    'server/services.ts': value,
  })
  expect(faults).toEqual(['layer-intake: server/intake/uploads/a.ts → server/services.ts'])
})

test('two folders do not import each other, not even types, nor through a third', async () => {
  const faults = await faultsOf({
    'server/review/tags/a.ts': "import type { Value } from '../coding/b.ts'\nexport type A = Value\n",
    'server/review/coding/b.ts': `import { value as other } from '../bulk/c.ts'\nexport const all = other\n${value}`,
    'server/review/bulk/c.ts': `import type { A } from '../tags/d.ts'\nexport type All = A\n${value}`,
    'server/review/tags/d.ts': 'export interface A {}\n',
  })
  expect(faults).toEqual(
    expect.arrayContaining([
      'folders import each other: server/review/tags/a.ts → server/review/coding/b.ts',
      'folders import each other: server/review/coding/b.ts → server/review/bulk/c.ts',
      'folders import each other: server/review/bulk/c.ts → server/review/tags/d.ts',
    ]),
  )
})

test('no query names a table of a layer above, or one that nobody has declared', async () => {
  const faults = await faultsOf({
    'server/review/documents/tables.ts':
      "declare module '../../platform/records/schema.ts' {\n  interface Schema {\n    document: object\n  }\n}\nexport {}\n",
    'server/platform/jobs/a.ts': "export const a = (read: never) => read.selectFrom('document as d')\n",
    'server/review/bulk/b.ts': "export const b = (read: never) => read.innerJoin('nowhere as n')\n",
  })
  expect(faults).toEqual([
    'a table of a layer above: server/platform/jobs/a.ts → document (server/review/documents/tables.ts)',
    'no tables.ts has the table nowhere: server/review/bulk/b.ts',
  ])
})
