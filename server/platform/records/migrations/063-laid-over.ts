/** Which documents a load was laid over; those that it made name it themselves. */
import type { Migration } from '../migrate.ts'

export const laidOver: Migration = {
  number: 63,
  name: 'laid-over',
  statements: ({ int }) => [
    `create table laid_over (
      job_id ${int} not null references job (job_id),
      document_id ${int} not null references document (document_id),
      project_id ${int} not null references project (project_id),
      primary key (job_id, document_id))`,
    'create index laid_over_of_document on laid_over (document_id)',
  ],
}
