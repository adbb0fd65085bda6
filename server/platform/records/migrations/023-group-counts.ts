/** How many documents a thread and a group of near-duplicates hold, beside each that is in it. */
import type { Migration } from '../migrate.ts'

const counted = [
  ['thread_id', 'thread_count'],
  ['near_dup_group', 'near_dup_count'],
  ['review_thread_id', 'review_thread_count'],
  ['review_near_dup_group', 'review_near_dup_count'],
] as const

export const groupCounts: Migration = {
  number: 23,
  name: 'groupCounts',
  statements: ({ int }) =>
    counted.flatMap(([group, count]) => [
      `alter table document_analysis add column ${count} ${int}`,
      // Groups are of one project, since they are named by a document of it.
      `update document_analysis set ${count} = g.n
       from (select ${group} as id, count(*) as n from document_analysis where ${group} is not null group by ${group}) as g
       where document_analysis.${group} = g.id`,
    ]),
}
