/** What the record has already of the custodians that a load brings. */
import { custodiansOf } from '../../organization/project/custodians.ts'
import type { Reader, Writer } from '../../platform/records/records.ts'

export async function unknownCustodians(
  read: Reader | Writer,
  projectId: number,
  names: readonly string[],
): Promise<string[]> {
  const known = await custodiansOf(read, projectId)
  return names.filter((name) => !known.has(name.toLowerCase()))
}
