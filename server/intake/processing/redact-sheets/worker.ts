/**
 * The work of a process that makes the redacted copy of one spreadsheet, and reads it before anybody is given it. What must not
 * leave is not left behind.
 */
import { open, rm } from 'node:fs/promises'
import { nameOfRange, wholeSheet } from '#contracts/cell-ranges.ts'
import { redactedCellLimits } from '#contracts/redacted-cells.ts'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import type { CoveredCells } from '../../../review/redacted-cells/of-document.ts'
import type { CopyReport, CopyRequest } from '../../../review/redacted-cells/protocol.ts'
import { headBytes, identify } from '../identify/identify.ts'
import type { Dependent, KeptCells } from './dependents.ts'
import { gateDelimited } from './gate-delimited.ts'
import { type GateAnswer, gateWorkbook } from './gate-workbook.ts'
import { redactDelimited } from './redact-delimited.ts'
import { redactWorkbook } from './redact-workbook.ts'
import { type CellRange, cellsNamed, RedactionRefused, type SheetRedaction } from './redactions.ts'

const signEveryMs = 1_000

export async function work(request: CopyRequest, tools: Tools): Promise<CopyReport> {
  const signs = setInterval(() => tools.at(''), signEveryMs)
  try {
    return (await isTextTable(request)) ? await ofTable(request) : await ofWorkbook(request)
  } catch (error) {
    await rm(request.to, { force: true })
    if (error instanceof RedactionRefused) return { ...nothing, refused: error.message }
    throw error
  } finally {
    clearInterval(signs)
  }
}

async function ofWorkbook({ file, name, passwords, covered, kept, to }: CopyRequest): Promise<CopyReport> {
  const made = await redactWorkbook({
    ...{ file, name, passwords, to },
    redactions: covered.flatMap(redactionOf),
    kept: kept.flatMap(keptOf),
  })
  const gate = await gateWorkbook({ file: to, values: made.values, cover: made.cover })
  const { coveredCells, dependents, leftOut } = made
  return await judged(to, gate, { isText: false, coveredCells, ...told(dependents), leftOut: [...leftOut] })
}

async function ofTable({ file, name, covered, to }: CopyRequest): Promise<CopyReport> {
  const made = await redactDelimited({ file, name, redactions: covered.flatMap(redactionOf), to })
  const gate = await gateDelimited({ file: to, original: file, name, values: made.values, cover: made.cover })
  const { coveredCells, leftOut } = made
  return await judged(to, gate, { isText: true, coveredCells, ...told([]), leftOut: [...leftOut] })
}

/** What the gate refuses is thrown away. */
async function judged(
  to: string,
  gate: GateAnswer,
  made: Pick<CopyReport, 'isText' | 'coveredCells' | 'dependents' | 'moreDependents' | 'leftOut'>,
): Promise<CopyReport> {
  if (gate.ok)
    return { ...made, refused: null, faults: [], alsoOpen: [...gate.alsoOpen], moreOpen: gate.more }
  await rm(to, { force: true })
  const refused = 'The redacted copy would still tell what is covered, so it must not leave.'
  return { ...made, refused, faults: [...gate.faults], alsoOpen: [], moreOpen: false }
}

const nothing: CopyReport = {
  ...{ refused: null, faults: [], isText: false, coveredCells: 0, dependents: [], moreDependents: false },
  ...{ alsoOpen: [], moreOpen: false, leftOut: [] },
}

async function isTextTable({ file, name }: CopyRequest): Promise<boolean> {
  const opened = await open(file)
  try {
    const head = Buffer.alloc(headBytes)
    const { bytesRead } = await opened.read(head, 0, headBytes, 0)
    const { mimeType } = identify(head.subarray(0, bytesRead), name)
    return mimeType === 'text/csv' || mimeType === 'text/tab-separated-values'
  } finally {
    await opened.close()
  }
}

const redactionOf = ({ sheet, kind, range, pieces, label }: CoveredCells): SheetRedaction[] =>
  kind === 'kept'
    ? []
    : [{ sheet, kind, range, label, text: pieces.map(({ from, to }) => [from, to] as const) }]

function keptOf({ sheet, range }: CoveredCells): KeptCells[] {
  const cells = cellsNamed(range ?? '')
  return cells === null ? [] : [{ sheet, range: cells }]
}

function told(dependents: readonly Dependent[]): Pick<CopyReport, 'dependents' | 'moreDependents'> {
  const most = redactedCellLimits.dependents
  return {
    dependents: dependents.slice(0, most).map(({ sheet, range, through, why, isKept }) => ({
      ...{ sheet, range: nameOf(range), why, isKept },
      through: through === null ? null : { sheet: through.sheet, range: nameOf(through.range) },
    })),
    moreDependents: dependents.length > most,
  }
}

/** Whole rows and columns by their own names. */
function nameOf(range: CellRange): string {
  const isAllColumns = range.firstColumn === 0 && range.lastColumn === wholeSheet.lastColumn
  const isAllRows = range.firstRow === 0 && range.lastRow === wholeSheet.lastRow
  return nameOfRange(
    isAllRows && !isAllColumns ? 'columns' : isAllColumns && !isAllRows ? 'rows' : 'cells',
    range,
  )
}
