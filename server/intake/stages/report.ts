/** What promotions and filters there were, and what came in and what became of it. */
import type { ReplyOf } from '#contracts/call.ts'
import { hasEnded, jobState } from '#contracts/jobs.ts'
import type { Flow, ImportReconciliation, readFlow, StageJob } from '#contracts/stages.ts'
import type { LeftOutKind } from '#contracts/suppressed-items.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/records/records.ts'
import { filesToRead, notReadOf } from '../writing/not-read.ts'
import { reconciliationOf } from '../writing/reconciliation.ts'
import { bookOfKind } from '../writing/suppressed-items.ts'
import { countOf, moves, readWork } from './work.ts'

const shown = 200

/** The latest jobs of this area, newest first. */
export async function stageJobs({
  records: { read },
  project,
}: ProjectContext): Promise<{ data: StageJob[]; totalCount: number }> {
  const all = read
    .selectFrom('job as j')
    .where('j.project_id', '=', project.projectId)
    .where('j.kind', 'in', ['promote', 'filter'])
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .selectAll('j')
    .select('u.name as by')
    .select((eb) =>
      eb
        .selectFrom('document as d')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('d.filter_job', '=', 'j.job_id')
        .as('standing'),
    )
    .orderBy('j.job_id', 'desc')
    .limit(shown)
    .execute()
  const data = rows.map((row): StageJob => {
    const { what } = readWork(JSON.parse(row.input))
    return {
      jobId: row.job_id,
      kind: what,
      name: row.title,
      by: row.by,
      at: row.created_at,
      state: jobState.parse(row.state),
      documents: row.items_total,
      done: row.items_done,
      moved: row[countOf[moves[what].to]],
      standing: Number(row.standing ?? 0),
    }
  })
  return { data, totalCount: Number(total) }
}

/** The reconciliation of all imports, with bytes where they are known. */
export async function flowOf({
  records: { read },
  project: { projectId },
}: ProjectContext): Promise<ReplyOf<typeof readFlow>> {
  const jobs = await read
    .selectFrom('job as j')
    .innerJoin('source as s', 's.source_id', 'j.source_id')
    .innerJoin('custodian as c', 'c.custodian_id', 's.custodian_id')
    .selectAll('j')
    .select(['s.source_id', 's.name as source', 's.custodian_id', 'c.name as custodian'])
    .select((eb) => filesToRead(eb).as('files'))
    .where('j.project_id', '=', projectId)
    .where('j.kind', '=', 'import')
    .orderBy('j.job_id')
    .execute()
  const bytes = await bytesOf(read, projectId)
  const sources = jobs.map((job) => {
    const state = jobState.parse(job.state)
    const documents = (state: keyof typeof countOf) => ({
      items: job[countOf[state]],
      bytes: bytes.documents(job.job_id, state),
    })
    const leftOut = (kind: LeftOutKind) => ({
      items: job[bookOfKind[kind]],
      bytes: bytes.leftOut(job.job_id, kind, job[bookOfKind[kind]]),
    })
    const { unexplained } = reconciliationOf(job)
    const ended = hasEnded(state)
    return {
      jobId: job.job_id,
      title: job.title,
      state,
      sourceId: job.source_id,
      source: job.source,
      custodianId: job.custodian_id,
      custodian: job.custodian,
      in: { items: job.items_in, bytes: job.bytes_total },
      containers: leftOut('container'),
      duplicates: leftOut('duplicate'),
      deNisted: leftOut('known'),
      exceptions: { items: job.exceptions, bytes: bytes.failed(job.job_id) },
      inlineImages: leftOut('inlineImage'),
      filtered: documents('Filtered Out'),
      waiting: documents('Processed'),
      promoted: documents('Promoted'),
      reconciliation: {
        imports: 1,
        unsettled: ended ? 0 : 1,
        notRead: notReadOf(job, Number(job.files ?? 0)),
        open: ended ? 0 : Math.max(0, unexplained),
        unexplained: ended ? Math.max(0, unexplained) : 0,
        twice: ended ? Math.max(0, -unexplained) : 0,
      },
    }
  })
  const custodians = [...Map.groupBy(sources, ({ custodianId }) => custodianId)].map(
    ([custodianId, own]) => ({ custodianId, custodian: own[0]?.custodian ?? '', ...together(own) }),
  )
  return { total: together(sources), sources, custodians }
}

type OfImports = Flow & { readonly reconciliation: ImportReconciliation }

/** The sum of some. What one lacks is not made up for by what another has twice: each has an amount of its own. */
function together(flows: readonly OfImports[]): OfImports {
  const sum = (part: keyof Flow): Flow[keyof Flow] => ({
    items: flows.reduce((n, flow) => n + flow[part].items, 0),
    // Where the bytes of one are not known, those of all are not.
    bytes: flows.reduce<number | null>((n, flow) => {
      const own = flow[part].bytes
      return n === null || own === null ? null : n + own
    }, 0),
  })
  const count = (of: (reconciliation: ImportReconciliation) => number): number =>
    flows.reduce((n, { reconciliation }) => n + of(reconciliation), 0)
  return {
    in: sum('in'),
    containers: sum('containers'),
    duplicates: sum('duplicates'),
    deNisted: sum('deNisted'),
    exceptions: sum('exceptions'),
    inlineImages: sum('inlineImages'),
    filtered: sum('filtered'),
    waiting: sum('waiting'),
    promoted: sum('promoted'),
    reconciliation: {
      imports: count(({ imports }) => imports),
      unsettled: count(({ unsettled }) => unsettled),
      notRead: {
        files: count(({ notRead }) => notRead.files),
        bytes: count(({ notRead }) => notRead.bytes),
      },
      open: count(({ open }) => open),
      unexplained: count(({ unexplained }) => unexplained),
      twice: count(({ twice }) => twice),
    },
  }
}

async function bytesOf(read: Reader, projectId: number) {
  const documents = await read
    .selectFrom('document')
    .select((eb) => ['job_id', 'state', eb.fn.sum<number>('size').as('bytes')])
    .where('project_id', '=', projectId)
    .groupBy(['job_id', 'state'])
    .execute()
  const failed = await read
    .selectFrom('exception')
    .select((eb) => ['job_id', eb.fn.sum<number>('size').as('bytes')])
    .where('project_id', '=', projectId)
    .where('document_id', 'is', null)
    .groupBy('job_id')
    .execute()
  const leftOut = await read
    .selectFrom('left_out')
    .select((eb) => [
      'job_id',
      'kind',
      eb.fn.count<number>('size').as('sized'),
      eb.fn.sum<number>('size').as('bytes'),
    ])
    .where('project_id', '=', projectId)
    .groupBy(['job_id', 'kind'])
    .execute()
  return {
    documents: (jobId: number, state: keyof typeof countOf) => {
      const row = documents.find((one) => one.job_id === jobId && one.state === state)
      return Number(row?.bytes ?? 0)
    },
    /** Null where the size of one of `items` is not known. */
    leftOut: (jobId: number, kind: LeftOutKind, items: number) => {
      const row = leftOut.find((one) => one.job_id === jobId && one.kind === kind)
      return Number(row?.sized ?? 0) === items ? Number(row?.bytes ?? 0) : null
    },
    failed: (jobId: number) => Number(failed.find((one) => one.job_id === jobId)?.bytes ?? 0),
  }
}
