/**
 * Makes a workbook anew from what may stay of another one. Nothing is taken over as it is: each element and each attribute is
 * written because it is named here, so that what a file can hide anywhere else stays behind.
 */
import {
  contentTypes,
  head,
  mainSpace,
  type Part,
  relations,
  relationships,
  targets,
  workbook,
} from '../../../platform/workbook/package-parts.ts'
import type { BookSource, Hidden } from './book-source.ts'
import type { Cover } from './cover.ts'
import { CoveredValues } from './covered-values.ts'
import type { Dependent, KeptCells } from './dependents.ts'
import { sheetNames } from './sheet-names.ts'
import { SheetOut } from './sheet-out.ts'
import { StringTable } from './strings.ts'
import { survey, type Used } from './survey.ts'
import { ZipOut } from './zip-out.ts'

export interface Rebuilt {
  /** Names of its sheets, as they are now. */
  readonly names: readonly string[]
  /** Cells that were covered, whole or in part, and had something in them. */
  readonly coveredCells: number
  /** Cells that depend on what is covered, covered with it or kept. */
  readonly dependents: readonly Dependent[]
  /** What was hidden, and is shown now; by sheet. */
  readonly shown: readonly (Hidden & { readonly sheet: boolean })[]
  /** Sentences. */
  readonly leftOut: readonly string[]
  /** What stood where it is covered: for the gate alone. */
  readonly values: CoveredValues
}

/** Covered cells without anything in them that are written. */
const mostFilled = 2_000_000

export async function rebuild(
  source: BookSource,
  cover: Cover,
  kept: readonly KeptCells[],
  path: string,
): Promise<Rebuilt> {
  const { used, hidden, dependents } = await survey(source, cover, kept)
  const fills = filled(cover, used) <= mostFilled
  const names = sheetNames(
    source.sheets.map(({ name }) => name),
    (sheet) => cover.sheets[sheet]?.isNameCovered ?? false,
  )
  const values = new CoveredValues()
  const strings = new StringTable()
  const out = new ZipOut(path)
  let [coveredCells, lostRows, lostFormulas] = [0, 0, 0]
  try {
    const parts: readonly Part[] =
      source.theme === null ? ['styles', 'sharedStrings'] : ['styles', 'theme', 'sharedStrings']
    out.part('[Content_Types].xml', contentTypes(names.length, parts))
    out.part('_rels/.rels', relationships([[`${relations}/officeDocument`, 'xl/workbook.xml']]))
    out.part('xl/workbook.xml', workbook(names, source.date1904))
    out.part(
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...names.map((_, sheet) => [`${relations}/worksheet`, `worksheets/sheet${sheet + 1}.xml`] as const),
        ...parts.map((part) => [`${relations}/${part}`, targets[part]] as const),
      ]),
    )
    out.part('xl/styles.xml', source.styles.xml)
    if (source.theme !== null) out.part('xl/theme/theme1.xml', source.theme)
    for (const [sheet, { name }] of source.sheets.entries()) {
      const own = cover.sheets[sheet]
      const told = used[sheet]
      if (own === undefined || told === undefined) continue
      if (own.isNameCovered) values.add(name)
      out.begin(`xl/worksheets/sheet${sheet + 1}.xml`)
      const rows = new SheetOut({
        ...{ cover: own, used: told, strings, values, fills },
        covered: source.styles.covered,
        write: (xml) => out.write(xml),
      })
      await source.read(sheet, rows)
      coveredCells += rows.coveredCells
      lostRows += rows.lostRows
      lostFormulas += rows.lostFormulas
    }
    out.begin('xl/sharedStrings.xml')
    out.write(`${head}<sst xmlns="${mainSpace}">`)
    for (const item of strings.items()) out.write(item)
    out.write('</sst>')
    out.end()
  } finally {
    out.close()
  }
  const leftOut = [
    ...source.leftOut(),
    ...(lostRows > 0 ? [`${lostRows} rows beyond the last one that a workbook can have were left out.`] : []),
    ...(lostFormulas > 0
      ? [`${lostFormulas} formulas had no value in the file: their cells are empty.`]
      : []),
    ...(fills ? [] : ['Covered cells in which nothing stood are not black: they are too many.']),
  ]
  const shown = hidden.map((one, sheet) => ({ ...one, sheet: source.sheets[sheet]?.isHidden ?? false }))
  return { names, coveredCells, dependents, shown, leftOut, values }
}

function filled(cover: Cover, used: readonly Used[]): number {
  let cells = 0
  for (const [sheet, { ranges }] of cover.sheets.entries()) {
    const { lastRow = -1, lastColumn = -1 } = used[sheet] ?? {}
    for (const { range } of ranges) {
      const rows = Math.min(range.lastRow, lastRow) - range.firstRow + 1
      const columns = Math.min(range.lastColumn, lastColumn) - range.firstColumn + 1
      cells += Math.max(0, rows) * Math.max(0, columns)
    }
  }
  return cells
}
