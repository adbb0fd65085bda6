/** Counts over whole projects. Each goes by an index from end to end and never reads a document's row. */

import type { Reader } from '../../platform/records/records.ts'
import { isCoded } from '../coding-values/coded.ts'
import { inReview } from '../documents/visible.ts'

export interface ProjectCounts {
  readonly documents: number
  readonly coded: number
  readonly runningJobs: number
  readonly lastActivityAt: string | null
}

/** The counts of the client home, for several projects in one statement. */
export async function countsOf(
  read: Reader,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, ProjectCounts>> {
  if (projectIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('project as p')
    .select('p.project_id')
    .select((eb) => [
      eb
        .selectFrom('document as d')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('d.project_id', '=', 'p.project_id')
        .where('d.state', '=', inReview)
        .as('documents'),
      eb
        .selectFrom('coding_value as v')
        .select((c) => c.fn.count<number>('v.document_id').distinct().as('n'))
        .whereRef('v.project_id', '=', 'p.project_id')
        .where(isCoded('v'))
        .as('coded'),
      eb
        .selectFrom('job as j')
        .select((c) => c.fn.countAll<number>().as('n'))
        .whereRef('j.project_id', '=', 'p.project_id')
        .where('j.state', 'in', ['Running', 'Cancelling'])
        .as('running'),
      eb
        .selectFrom('audit as a')
        .select('a.at')
        .whereRef('a.project_id', '=', 'p.project_id')
        .orderBy('a.audit_id', 'desc')
        .limit(1)
        .as('last_at'),
    ])
    .where('p.project_id', 'in', projectIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.project_id,
      {
        documents: Number(row.documents ?? 0),
        coded: Number(row.coded ?? 0),
        runningJobs: Number(row.running ?? 0),
        lastActivityAt: row.last_at,
      },
    ]),
  )
}

/** The counts for somebody who sees a part of a project; jobs and activity are of all of it, and left out. */
export async function countsOfPart(read: Reader, projectId: number): Promise<ProjectCounts> {
  const { n } = await read
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', projectId)
    .where('state', '=', inReview)
    .executeTakeFirstOrThrow()
  return {
    documents: Number(n),
    coded: await codedDocuments(read, projectId),
    runningJobs: 0,
    lastActivityAt: null,
  }
}

/** How many documents of a project are coded. */
export async function codedDocuments(read: Reader, projectId: number): Promise<number> {
  const { n } = await read
    .selectFrom('coding_value as v')
    .select((eb) => eb.fn.count('v.document_id').distinct().as('n'))
    .where('v.project_id', '=', projectId)
    .where(isCoded('v'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
