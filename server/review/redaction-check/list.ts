/** The documents whose redactions are to be checked: they have another file or other pages than when those were drawn. */
import type { ReplyOf } from '#contracts/call.ts'
import type { redactionsToCheck } from '#contracts/redaction-check.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../documents/control.ts'
import { redactionsDue } from './due.ts'

/** Documents of one answer. */
const page = 100

export async function listToCheck(
  ctx: ProjectContext,
  after = 0,
): Promise<ReplyOf<typeof redactionsToCheck>> {
  const found = redactionsDue(ctx)
  const { n } = await found
    .select((eb) => eb.fn.count<number>('document_id').distinct().as('n'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .select((eb) => [
      'document_id',
      'control',
      'redaction_revision',
      eb.fn.sum<number>('on_page').as('pages'),
      eb.fn.countAll<number>().as('all'),
      eb.fn.max('other_file').as('other_file'),
      eb.fn.max('of_others').as('of_others'),
    ])
    .where('document_id', '>', after)
    .groupBy(['document_id', 'control', 'redaction_revision'])
    .orderBy('document_id')
    .limit(page + 1)
    .execute()
  const shown = rows.slice(0, page)
  return {
    data: shown.map((row) => ({
      documentId: row.document_id,
      controlNumber: controlNumber(ctx.project.prefix, row.control),
      revision: row.redaction_revision,
      onPages: Number(row.pages),
      inCells: Number(row.all) - Number(row.pages),
      ofOthers: Number(row.of_others) === 1,
      why: Number(row.other_file) === 1 ? 'file' : 'pages',
    })),
    totalCount: Number(n),
    next: rows.length > page ? (shown.at(-1)?.document_id ?? null) : null,
  }
}
