/** Where the things of a job are: waiting, read, written, indexed. Counted from what the record has, never estimated. */
import type { JobDetails, JobKind } from '#contracts/jobs.ts'
import type { Capability } from '#contracts/permission.ts'
import type { Reader } from '../records/records.ts'
import { type JobRow, workedOn } from './present.ts'

type Stages = JobDetails['stages']
type Stage = Stages[number]

/** What the items of a kind are, and the stage in which they are once they are done. */
const itemsOf: Readonly<Record<JobKind, Pick<Stage, 'stage' | 'of'>>> = {
  collect: { stage: 'done', of: 'items' },
  'hash-list': { stage: 'done', of: 'items' },
  import: { stage: 'read', of: 'items' },
  promote: { stage: 'done', of: 'documents' },
  filter: { stage: 'done', of: 'documents' },
  pages: { stage: 'drawn', of: 'pages' },
  ocr: { stage: 'read', of: 'pages' },
  summarize: { stage: 'done', of: 'documents' },
  translate: { stage: 'done', of: 'documents' },
  transcribe: { stage: 'done', of: 'documents' },
  // It goes over each document several times.
  analysis: { stage: 'done', of: 'items' },
  reindex: { stage: 'indexed', of: 'documents' },
  bulk: { stage: 'done', of: 'documents' },
  assignment: { stage: 'done', of: 'documents' },
}

export async function detailsOf(
  read: Reader,
  row: JobRow,
  can: (capability: Capability) => boolean,
): Promise<JobDetails> {
  const kind = row.kind as JobKind
  const { stage, of } = itemsOf[kind]
  const waiting: Stage = { stage: 'waiting', count: Math.max(0, row.items_total - row.items_done), of }
  return {
    jobId: row.job_id,
    stages: [waiting, { stage, count: row.items_done, of }, ...(await documentsOf(read, kind, row))],
    workers: workedOn(row, can),
  }
}

/**
 * What became of the items as documents: on the record, and in the search index. What is learned of a document later
 * (its thread, its coding) waits for the index too, and leaves it as searchable as it was: only a whole one counts.
 */
async function documentsOf(read: Reader, kind: JobKind, { job_id, exceptions }: JobRow): Promise<Stages> {
  if (kind === 'import') {
    const { written } = await read
      .selectFrom('document')
      .select((eb) => eb.fn.countAll<number>().as('written'))
      .where('job_id', '=', job_id)
      .executeTakeFirstOrThrow()
    const { queued } = await read
      .selectFrom('index_queue as q')
      .innerJoin('document as d', 'd.document_id', 'q.document_id')
      .select((eb) => eb.fn.count<number>('q.document_id').distinct().as('queued'))
      .where('d.job_id', '=', job_id)
      .where('q.what', '=', 'document')
      .executeTakeFirstOrThrow()
    return [...through(written, queued), { stage: 'failed', count: exceptions, of: 'items' }]
  }
  if (kind === 'ocr') {
    const rows = await read
      .selectFrom('ocr_document')
      .select((eb) => ['outcome', eb.fn.countAll<number>().as('n')])
      .where('job_id', '=', job_id)
      .groupBy('outcome')
      .execute()
    const { queued } = await read
      .selectFrom('index_queue as q')
      .innerJoin('ocr_document as o', 'o.document_id', 'q.document_id')
      .select((eb) => eb.fn.count<number>('q.document_id').distinct().as('queued'))
      .where('o.job_id', '=', job_id)
      .where('o.outcome', '!=', 'failed')
      .where('q.what', '=', 'document')
      .executeTakeFirstOrThrow()
    const sum = (failed: boolean) =>
      rows.reduce((all, { outcome, n }) => ((outcome === 'failed') === failed ? all + n : all), 0)
    return [...through(sum(false), queued), { stage: 'failed', count: sum(true), of: 'documents' }]
  }
  return []
}

const through = (written: number, queued: number): Stages => [
  { stage: 'written', count: written, of: 'documents' },
  { stage: 'indexed', count: Math.max(0, written - queued), of: 'documents' },
]
