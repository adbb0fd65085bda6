/** What making the redacted copy of a spreadsheet takes and gives. */
import * as z from 'zod/mini'
import { dependentCells, redactedCellLimits } from '#contracts/redacted-cells.ts'
import type { CoveredCells } from './of-document.ts'

export interface CopyRequest {
  readonly file: string
  /** Only for what its ending says. */
  readonly name: string
  /** Tried where it is locked. */
  readonly passwords: readonly string[]
  readonly covered: readonly CoveredCells[]
  readonly kept: readonly CoveredCells[]
  /** Of the new file, which must not be there. */
  readonly to: string
}

const whole = z.int().check(z.nonnegative())
const sentence = z.string().check(z.maxLength(1_000))
const mostOpen = 1_000

/** All of it is looked at before it is used or kept: a document may have taken the process over. */
export const copyReport = z.object({
  /** A sentence: why there is nothing that may leave; null where there is. */
  refused: z.nullable(sentence),
  faults: z
    .array(z.object({ part: z.string().check(z.maxLength(300)), reason: sentence }))
    .check(z.maxLength(100)),
  /** It is a table that is text; otherwise a workbook. */
  isText: z.boolean(),
  coveredCells: whole,
  dependents: z
    .array(z.extend(dependentCells, { range: z.string().check(z.maxLength(60)), why: sentence }))
    .check(z.maxLength(redactedCellLimits.dependents)),
  moreDependents: z.boolean(),
  alsoOpen: z
    .array(z.object({ sheet: whole, cell: z.string().check(z.maxLength(30)) }))
    .check(z.maxLength(mostOpen)),
  moreOpen: z.boolean(),
  leftOut: z.array(sentence).check(z.maxLength(100)),
})
export type CopyReport = z.infer<typeof copyReport>
