/** Whether the last look at a production stands in the way of its delivery. */
import { ApiError } from '../../platform/http/error.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

/** Documents that are looked at: something of them is covered, or a slip sheet stands for them. */
export const toLookAt = (read: Reader, productionId: number) =>
  read
    .selectFrom('production_document as p')
    .where('p.production_id', '=', productionId)
    .where(({ or, eb }) => or([eb('p.redacted', '=', 1), eb('p.slip_sheet', 'is not', null)]))

export interface Standing {
  readonly population: number
  /** Null: no sample was drawn. */
  readonly size: number | null
  readonly open: number
  readonly wrong: number
  readonly isPassed: boolean
}

/** Of all documents, whoever asks. */
export async function standingOf(whole: Reader, productionId: number): Promise<Standing> {
  const { n } = await toLookAt(whole, productionId)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await whole
    .selectFrom('production_sample_document')
    .select((eb) => ['verdict', eb.fn.countAll<number>().as('n')])
    .where('production_id', '=', productionId)
    .groupBy('verdict')
    .execute()
  const count = (verdict: 'right' | 'wrong' | null): number =>
    Number(rows.find((row) => row.verdict === verdict)?.n ?? 0)
  const [open, wrong, right] = [count(null), count('wrong'), count('right')]
  const population = Number(n)
  return {
    ...{ population, size: rows.length === 0 ? null : open + wrong + right, open, wrong },
    isPassed: population === 0 || (right > 0 && open + wrong === 0),
  }
}

/** Throws where somebody has to look first, or where something was wrong. */
export async function requirePassed(trx: Writer, productionId: number): Promise<void> {
  const { isPassed, size, wrong } = await standingOf(trx, productionId)
  if (isPassed) return
  const why =
    wrong > 0
      ? 'Something is wrong with a document of the sample. Roll the production back and put it right.'
      : size === null
        ? 'Documents of it are redacted or represented by slip sheets. Draw a sample of them and look at it first.'
        : 'Somebody has to look at every document of the sample first.'
  throw new ApiError('conflict', why, { detail: 'sample' })
}
