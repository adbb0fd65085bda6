/** The documents whose redactions are to be checked: they have another file or other pages than when those were drawn. */
import { sql } from 'kysely'
import type { ReplyOf } from '#contracts/call.ts'
import type { redactionsToCheck } from '#contracts/redaction-check.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../documents/control.ts'
import { inReview } from '../documents/visible.ts'

/** Documents of one answer. */
const page = 100

export async function listToCheck(
  ctx: ProjectContext,
  after = 0,
): Promise<ReplyOf<typeof redactionsToCheck>> {
  const found = toCheck(ctx)
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

/** A row for each redaction that is to be checked, in documents that the caller sees. */
function toCheck({ records: { read }, project: { projectId }, caller: { userId } }: ProjectContext) {
  const otherFile = sql<number>`case when r.sha256 <> d.sha256 then 1 else 0 end`.as('other_file')
  const ofOthers = sql<number>`case when r.by_user <> ${userId} then 1 else 0 end`.as('of_others')
  const onPages = read
    .selectFrom('redaction as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .leftJoin('document_pages as p', 'p.document_id', 'r.document_id')
    .select(['d.document_id', 'd.control', 'd.redaction_revision', otherFile, ofOthers])
    .select(sql<number>`1`.as('on_page'))
    .where('r.project_id', '=', projectId)
    .where('r.removed_at', 'is', null)
    .where('d.state', '=', inReview)
    .where((eb) =>
      eb.or([
        eb('r.sha256', '<>', eb.ref('d.sha256')),
        eb('p.version', 'is', null),
        eb('r.pages_version', '<>', eb.ref('p.version')),
      ]),
    )
  const inCells = read
    .selectFrom('redacted_cells as r')
    .innerJoin('document as d', 'd.document_id', 'r.document_id')
    .select(['d.document_id', 'd.control', 'd.redaction_revision', otherFile, ofOthers])
    .select(sql<number>`0`.as('on_page'))
    .where('r.project_id', '=', projectId)
    .where('r.removed_at', 'is', null)
    .where('d.state', '=', inReview)
    .whereRef('r.sha256', '<>', 'd.sha256')
  return read.selectFrom(onPages.unionAll(inCells).as('due'))
}
