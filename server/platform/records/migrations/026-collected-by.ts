/**
 * Which collection brought a file, so that what arrived can be counted: until now only the trail said it. And a way to the few
 * files of a job that were sent for a document.
 */
import type { DialectName } from '../dialect.ts'
import type { Migration } from '../migrate.ts'

/** How each database reads the id of a file out of the text of the trail. */
const fileOf: Readonly<Record<DialectName, string>> = {
  sqlite: `json_extract(text, '$.facts.sourceFileId')`,
  postgres: `cast(text::json -> 'facts' ->> 'sourceFileId' as bigint)`,
}

const brought = (dialect: DialectName): readonly string[] => [
  `update source_file set collected_by = told.job_id
   from (select job_id, ${fileOf[dialect]} as source_file_id from audit
         where action = 'file.collected' and job_id is not null) as told
   where told.source_file_id = source_file.source_file_id`,
]

export const collectedBy: Migration = {
  number: 26,
  name: 'collected-by',
  statements: ({ int }) => [
    `alter table source_file add column collected_by ${int} references job (job_id)`,
    'create index source_file_collected on source_file (collected_by) where collected_by is not null',
    'create index source_file_sent on source_file (job_id, document_id) where document_id is not null',
  ],
  perDialect: { sqlite: brought('sqlite'), postgres: brought('postgres') },
}
