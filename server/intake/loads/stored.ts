/** A load as its row has it. */
import * as z from 'zod/mini'
import {
  type LoadCounts,
  type LoadReport,
  loadCounts,
  loadFaultCodes,
  loadLimits,
  loadSettings,
} from '#contracts/loads.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** What a load has made and told besides its documents. */
const made = z.object({
  custodians: z.array(z.string()),
  fields: z.array(z.string()),
  /** Fields that were made, by column. */
  fieldIds: z.array(z.tuple([z.int(), z.int()])),
  warnings: z.array(z.string()),
})
export type Made = z.infer<typeof made>
export const nothingMade: Made = { custodians: [], fields: [], fieldIds: [], warnings: [] }

export const noCounts: LoadCounts = {
  ...{ rows: 0, loaded: 0, overlaid: 0, refused: 0, families: 0, pages: 0, texts: 0, natives: 0 },
  ...{ files: 0, used: 0, unused: 0 },
}

export const countsOf = (column: string): LoadCounts => loadCounts.parse(JSON.parse(column))
export const madeOf = (column: string): Made => made.parse(JSON.parse(column))
export const settingsOf = (column: string) => loadSettings.parse(JSON.parse(column))

const code = z.enum(loadFaultCodes)

/** The report of a load as far as it is. */
export async function reportOf(
  read: Reader | Writer,
  row: {
    readonly job_id: number
    readonly counts: string
    readonly made: string
    readonly fault_count: number
  },
): Promise<LoadReport> {
  const faults = await read
    .selectFrom('load_fault')
    .selectAll()
    .where('job_id', '=', row.job_id)
    .orderBy('line')
    .orderBy('load_fault_id')
    .limit(loadLimits.faultsShown)
    .execute()
  const unused = await read
    .selectFrom('load_unused')
    .select('path')
    .where('job_id', '=', row.job_id)
    .orderBy('place')
    .limit(loadLimits.faultsShown)
    .execute()
  const { custodians, fields, warnings } = madeOf(row.made)
  return {
    counts: countsOf(row.counts),
    newCustodians: custodians,
    newFields: fields,
    faults: faults.map((fault) => ({
      line: fault.line,
      column: fault.column_name,
      code: code.parse(fault.code),
      reason: fault.reason,
      refusesRow: fault.refuses_row === 1,
    })),
    faultCount: row.fault_count,
    unused: unused.map(({ path }) => pathOf(path)),
    warnings,
  }
}

const path = z.array(z.string())
export const pathOf = (column: string): string[] => path.parse(JSON.parse(column))
