/** What a redacted copy of a large workbook takes, until the gate has let it through. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { gateWorkbook } from '../server/intake/processing/redact-sheets/gate-workbook.ts'
import { redactWorkbook } from '../server/intake/processing/redact-sheets/redact-workbook.ts'
import { writeBook } from '../tests/fixtures/sheets.ts'
import type { Figure } from './figure.ts'
import { weighed } from './memory.ts'
import { times } from './references.ts'

const line = (n: number): readonly (string | number | boolean)[] => [
  ...[n, `Rivera, Ana ${n % 97}`, `Person number ${n}`, n * 2.5, `Harmon 14-${n % 9}`],
  ...['open', n % 7, `Note ${n}`, true, `x${n % 1000}`],
]

export async function* figures(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-redact-bench-'))
  try {
    const file = join(folder, 'rows.xlsx')
    writeRows(file)
    const common = (name: string) =>
      ({
        group: 'redact-sheets',
        name: `a workbook of 100,000 rows × 10 columns, one column covered: ${name}`,
        better: 'lower',
      }) as const
    const began = performance.now()
    const { megabytes } = await weighed(() => redactAndJudge(file, join(folder, 'redacted.xlsx')))
    const ms = performance.now() - began
    yield { ...common('peak memory of the process'), value: megabytes, unit: 'MB', bound: 512 }
    yield {
      ...common('rebuilt, and let through by the gate'),
      ...{ value: ms, unit: 'ms', bound: 10 },
      reference: times('the library reads the same workbook once', bareRead(file)),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** In a function of its own: its rows are not to be weighed. */
function writeRows(file: string): void {
  const rows = Array.from({ length: 100_000 }, (_, n) => line(n + 1))
  writeFileSync(file, writeBook([{ name: 'A', rows }], 'xlsx'))
  global.gc?.()
}

async function redactAndJudge(file: string, to: string): Promise<void> {
  const redactions = [{ sheet: 0, kind: 'columns', range: 'C:C', label: 'Personal' }] as const
  const done = await redactWorkbook({ file, name: 'rows.xlsx', passwords: [], redactions, kept: [], to })
  const answer = await gateWorkbook({ file: to, values: done.values, cover: done.cover })
  if (!answer.ok) throw new Error('The gate refused it.')
}

function bareRead(file: string): number {
  const bytes = readFileSync(file)
  const began = performance.now()
  read(bytes, { type: 'buffer', dense: true })
  return performance.now() - began
}
