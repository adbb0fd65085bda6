/** What jobs of text recognition say of themselves. */
import { writtenAndIndexed } from '../../platform/jobs/details.ts'
import type { JobTraits } from '../../platform/jobs/traits.ts'

export const ocrTraits: JobTraits = {
  kind: 'ocr',
  items: { stage: 'read', of: 'pages' },
  namesFiles: true,
  retry: { helps: () => true },
  stages: async (read, { job_id }) => {
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
    return [...writtenAndIndexed(sum(false), queued), { stage: 'failed', count: sum(true), of: 'documents' }]
  },
}
