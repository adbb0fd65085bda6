/** What reviewers did in a period, in numbers. Personal data: for those who may read the project's trail. */

import { how } from '#contracts/audit.ts'
import type { ReplyOf } from '#contracts/call.ts'
import type { ActivityFilter, summary } from '#contracts/reconstruct.ts'
import { namesOf } from '../../platform/auth/names.ts'
import { checkedOnly, slices } from '../../platform/records/dialect.ts'
import { activeIn, trackingOf } from './active-time.ts'
import { changesMeant, type Meant, meantBy } from './filter.ts'
import type { Past } from './moments.ts'
import { subjectsOf } from './subjects.ts'
import { Worked, workedBy } from './worked.ts'

export async function summarise(past: Past, filter: ActivityFilter): Promise<ReplyOf<typeof summary>> {
  const { read, projectId } = past
  const meant = await meantBy(past, filter)
  const total = new Worked()
  const people = new Map<number | null, Worked>()
  const subjects = new Map<string, Worked>()
  const means = new Map<string, Worked>()
  /** Documents that people coded by hand, by who did. */
  const coded = new Map<number, Set<number>>()
  for await (const rows of changesMeant(past, meant))
    for (const row of rows) {
      total.add(row.document_id)
      workedBy(people, row.user_id).add(row.document_id)
      workedBy(subjects, `${row.kind} ${row.subject_id}`).add(row.document_id)
      workedBy(means, row.how).add(row.document_id)
      if (row.how === 'manual' && row.user_id !== null) {
        const own = coded.get(row.user_id) ?? new Set()
        coded.set(row.user_id, own.add(row.document_id))
      }
    }
  const { tracked, idleMinutes, limitMs } = await trackingOf(read, projectId)
  const names = await namesOf(past.read, [...people.keys()])
  const known = await subjectsOf(read, projectId)
  const reviewers = []
  for (const [userId, worked] of people) {
    const reviewed =
      userId === null ? 0 : await firstCoded(past, meant, userId, [...(coded.get(userId) ?? [])])
    const activeMs = tracked && userId !== null ? await activeIn(past, userId, meant.period, limitMs) : 0
    reviewers.push({
      userId,
      userName: userId === null ? 'Affiant' : (names.get(userId) ?? ''),
      ...worked.counts,
      reviewed,
      activeMs,
      documentsPerHour: activeMs === 0 ? null : (reviewed * 3_600_000) / activeMs,
    })
  }
  return {
    total: total.counts,
    reviewers: reviewers.sort((a, b) => b.changes - a.changes || a.userName.localeCompare(b.userName, 'en')),
    subjects: [...subjects].map(([key, worked]) => {
      const [kind = '', subjectId] = key.split(' ')
      return { ...known.of(kind, Number(subjectId)), ...worked.counts }
    }),
    means: [...means].map(([name, worked]) => ({ how: how.parse(name), ...worked.counts })),
    idleMinutes,
    tracked,
  }
}

/** How many of these documents the person had not coded by hand before the period. */
async function firstCoded(
  { read, projectId }: Past,
  { afterSeq }: Meant,
  userId: number,
  documentIds: readonly number[],
): Promise<number> {
  if (afterSeq === 0) return documentIds.length
  let before = 0
  for (const ids of slices(documentIds, 1)) {
    const { n } = await read
      .selectFrom('coding_span')
      .select((eb) => eb.fn.count<number>('document_id').distinct().as('n'))
      .where('document_id', 'in', ids)
      .where(checkedOnly('project_id'), '=', projectId)
      .where(checkedOnly('user_id'), '=', userId)
      .where('from_seq', '<=', afterSeq)
      .where('kind', '!=', 'document')
      .where('how', '=', 'manual')
      .executeTakeFirstOrThrow()
    before += Number(n)
  }
  return documentIds.length - before
}
