/** Control numbers: given at promotion and never reused; until then documents count down, without meaning. */
import type { Reader } from '../../platform/records/records.ts'

/**
 * A control number: the project's prefix and eight digits, given at promotion and never reused. Empty for what is not
 * promoted, whose number is negative and has no meaning.
 */
export const controlNumber = (prefix: string, control: number): string =>
  control < 0 ? '' : `${prefix}${String(control).padStart(8, '0')}`

/** The lowest number of the project's documents, or 0: those that are not promoted count down from there. */
export async function lowestNumber(trx: Reader, projectId: number): Promise<number> {
  const { lowest } = await trx
    .selectFrom('document')
    .select((eb) => eb.fn.min<number | null>('control').as('lowest'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Math.min(0, Number(lowest ?? 0))
}
