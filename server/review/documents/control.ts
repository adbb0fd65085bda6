/** Control numbers: given at promotion and never reused; until then documents count down, without meaning. */
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'

/**
 * A control number: the project's prefix and eight digits, given at promotion and never reused. Empty for what is not
 * promoted, whose number is negative and has no meaning.
 */
export const controlNumber = (prefix: string, control: number): string =>
  control < 0 ? '' : `${prefix}${String(control).padStart(8, '0')}`

/** Those of some documents, by id; of what is not promoted, or another project's, there is none. */
export async function controlNumbers(
  read: Reader,
  { projectId, prefix }: { readonly projectId: number; readonly prefix: string },
  documentIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(documentIds)].filter((one) => one !== null)
  const found = new Map<number, string>()
  for (const slice of slices(ids, 1)) {
    const rows = await read
      .selectFrom('document')
      .select(['document_id', 'control'])
      .where('document_id', 'in', slice)
      .where(checkedOnly('project_id'), '=', projectId)
      .where('control', '>', 0)
      .execute()
    for (const { document_id, control } of rows) found.set(document_id, controlNumber(prefix, control))
  }
  return found
}

/** The lowest number of the project's documents, or 0: those that are not promoted count down from there. */
export async function lowestNumber(trx: Reader, projectId: number): Promise<number> {
  const { lowest } = await trx
    .selectFrom('document')
    .select((eb) => eb.fn.min<number | null>('control').as('lowest'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Math.min(0, Number(lowest ?? 0))
}
