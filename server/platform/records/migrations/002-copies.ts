/** Suppressed copies in rows of their own: in a list within one row each copy cost as much as all before it. */
import type { Migration } from '../migrate.ts'

/** The first path of a promoted document's own custodian is the document's; all others are copies of its family. */
const copiesOf = (listed: string, path: string, place: string) => `
  insert into document_copy (document_id, custodian_id, job_id, source_path)
  select c.document_id, c.custodian_id, c.job_id, ${path}
  from document_custodian as c
  join document as d on d.document_id = c.document_id and d.parent_id is null
  cross join ${listed}
  where c.position > 0 or ${place} > 0
  order by c.document_id, c.position, ${place}`

const dropped = 'alter table document_custodian drop column source_path'

export const copies: Migration = {
  number: 2,
  name: 'copies',
  statements: ({ id, text, int }) => [
    `create table document_copy (
      copy_id ${id}, document_id ${int} not null references document (document_id),
      custodian_id ${int} not null references custodian (custodian_id),
      job_id ${int} not null references job (job_id), source_path ${text} not null)`,
    'create index document_copy_document on document_copy (document_id, copy_id)',
    'create index document_copy_custodian on document_copy (custodian_id, copy_id)',
  ],
  perDialect: {
    sqlite: [copiesOf('json_each(c.source_path) as j', 'j.value', 'j.key'), dropped],
    postgres: [
      copiesOf(
        'lateral json_array_elements(c.source_path::json) with ordinality as j (value, n)',
        'j.value::text',
        'j.n - 1',
      ),
      dropped,
    ],
  },
}
