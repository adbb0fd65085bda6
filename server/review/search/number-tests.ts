/** What a query asks of Bates numbers, looked up: which document has the page of each. */
import { fieldTests } from '#query/field-names.ts'
import type { Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idBits } from '../documents/id-bits.ts'
import { batesNumberField, type FieldStore, recordsTestKey } from './list.ts'
import { produced } from './produced.ts'

/** Different numbers of one query: each is looked up in the records. */
const mostNumbers = 1_000

/** The documents of each number that the query names. Throws for other tests than of whole numbers. */
export async function numberTests(
  { records: { read }, project: { projectId } }: Pick<ProjectContext, 'records' | 'project'>,
  tree: Node,
): Promise<FieldStore> {
  const numbers = new Map<string, string>()
  for (const { field, test } of fieldTests(tree)) {
    if (field !== batesNumberField) continue
    if (test.op !== 'is') throw refused(`${batesNumberField} is asked for whole numbers. ${advice}`)
    numbers.set(recordsTestKey(test), test.value)
  }
  if (numbers.size > mostNumbers)
    throw refused(
      `This query asks for ${numbers.size} Bates numbers; ${mostNumbers} can be looked up. ${advice}`,
    )
  const documents: Record<string, string> = {}
  for (const [key, number] of numbers) {
    const ids = await produced().documentsOf(read, projectId, number)
    documents[key] = ids.length === 0 ? '' : idBits(ids)
  }
  return { in: 'numbers', documents }
}

const advice = 'For several, write Begin_Bates:NW0001* or Production is "…".'

const refused = (message: string) => new ApiError('query.invalid', message, { detail: batesNumberField })
