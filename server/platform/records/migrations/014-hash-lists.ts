/** De-NIST lists, and which jobs use them. */
import type { Migration } from '../migrate.ts'

export const hashLists: Migration = {
  number: 14,
  name: 'hash lists',
  statements: ({ id, text, int }) => [
    `create table hash_list (
      hash_list_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      version ${text} not null, file_name ${text} not null, size ${int} not null, received ${int} not null,
      entries ${int}, rejected ${int} not null, sha256 ${text}, job_id ${int} references job (job_id),
      created_by ${int} not null references app_user (user_id), created_at ${text} not null)`,
    'create index hash_list_project on hash_list (project_id)',
    `create table job_hash_list (
      job_id ${int} not null references job (job_id), hash_list_id ${int} not null references hash_list (hash_list_id),
      primary key (job_id, hash_list_id))`,
    'create index job_hash_list_list on job_hash_list (hash_list_id)',
  ],
}
