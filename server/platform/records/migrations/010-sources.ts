/** Material comes from sources, as files that jobs take; what was imported before came from one source a custodian. */
import type { DialectName } from '../dialect.ts'
import type { Migration } from '../migrate.ts'

/** How each database reads a name out of a job's input, and writes a list of one text. */
const json: Readonly<
  Record<DialectName, { readonly read: (name: string) => string; readonly list: (text: string) => string }>
> = {
  sqlite: {
    read: (name) => `json_extract(j.input, '$.${name}')`,
    list: (text) => `json_array(${text})`,
  },
  postgres: {
    read: (name) => `(j.input::json ->> '${name}')`,
    list: (text) => `json_build_array(${text})::text`,
  },
}

function brought(dialect: DialectName): readonly string[] {
  const { read, list } = json[dialect]
  const number = (name: string) => `cast(${read(name)} as bigint)`
  return [
    `insert into source
       (project_id, custodian_id, name, name_key, auto_process, auto_promote, created_by, created_at)
     select c.project_id, c.custodian_id, c.name, lower(c.name), 1, 1, min(came.user_id), min(came.at)
     from custodian as c
     join (
       select ${number('custodianId')} as custodian_id, j.created_by as user_id, j.created_at as at
       from job as j where j.kind = 'import'
       union all
       select u.custodian_id, u.user_id, u.created_at from earlier_upload as u
     ) as came on came.custodian_id = c.custodian_id
     group by c.project_id, c.custodian_id, c.name order by c.custodian_id`,
    `insert into source_file (project_id, source_id, path, sha256, size, modified_at, at, job_id)
     select j.project_id, s.source_id, ${list(read('fileName'))}, ${read('sha256')}, ${number('size')}, null,
       j.created_at, j.job_id
     from job as j
     join source as s on s.custodian_id = ${number('custodianId')}
     where j.kind = 'import' order by j.job_id`,
    `update job set source_id = (select f.source_id from source_file as f where f.job_id = job.job_id)
     where kind = 'import'`,
    `insert into upload (upload_id, project_id, user_id, source_id, file_name, modified_at, replaces, size, received,
       created_at)
     select u.upload_id, u.project_id, u.user_id, s.source_id, u.file_name, null, null, u.size, u.received, u.created_at
     from earlier_upload as u join source as s on s.custodian_id = u.custodian_id`,
    'drop table earlier_upload',
  ]
}

export const sources: Migration = {
  number: 10,
  name: 'sources',
  statements: ({ id, text, int }) => [
    `create table source (
      source_id ${id}, project_id ${int} not null references project (project_id),
      custodian_id ${int} not null references custodian (custodian_id), name ${text} not null,
      name_key ${text} not null, auto_process ${int} not null, auto_promote ${int} not null,
      created_by ${int} not null references app_user (user_id), created_at ${text} not null,
      unique (project_id, name_key))`,
    `create table source_file (
      source_file_id ${id}, project_id ${int} not null references project (project_id),
      source_id ${int} not null references source (source_id), path ${text} not null, sha256 ${text} not null,
      size ${int} not null, modified_at ${text}, at ${text} not null, job_id ${int} references job (job_id))`,
    'create index source_file_source on source_file (source_id, source_file_id)',
    'create index source_file_job on source_file (job_id, source_file_id)',
    'create index source_file_waiting on source_file (source_id, source_file_id) where job_id is null',
    `alter table job add column source_id ${int} references source (source_id)`,
    'create index job_source on job (source_id) where source_id is not null',
    'drop index upload_project',
    'alter table upload rename to earlier_upload',
    `create table upload (
      upload_id ${text} primary key, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), source_id ${int} not null references source (source_id),
      file_name ${text} not null, modified_at ${text}, replaces ${int} references exception (exception_id),
      size ${int} not null, received ${int} not null, created_at ${text} not null)`,
    'create index upload_project on upload (project_id, user_id)',
    `alter table project add column processing ${text} not null default '{}'`,
    `alter table exception add column resolution ${text} not null default 'open'`,
    `alter table exception add column note ${text} not null default ''`,
  ],
  perDialect: { sqlite: brought('sqlite'), postgres: brought('postgres') },
}
