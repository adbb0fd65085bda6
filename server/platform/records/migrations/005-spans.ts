/**
 * The past of coding, in a form that can be asked: derived from the audit rows and written with them (server/review/coding-history/spans.ts).
 * What the trail holds already is worked through in the background; `complete` says whether a project's is whole.
 */
import { type ColumnTypes, columnTypes } from '../dialect.ts'
import type { Migration } from '../migrate.ts'

/** A row says when a value began to stand and when it ended, by rows of the project's chain. */
const spanTable = ({ int, text }: ColumnTypes, kept: string) => `create table coding_span (
  project_id ${int} not null, from_seq ${int} not null, kind ${text} not null, subject_id ${int} not null,
  document_id ${int} not null, until_seq ${int} not null, value ${text}, long_value ${text}, coded ${int} not null,
  user_id ${int}, how ${text} not null, at ${text} not null, moment ${text} not null, audit_id ${int} not null,
  job_id ${int}, primary key (project_id, from_seq, kind)) ${kept}`

const tallyTable = ({ int, text }: ColumnTypes, kept: string) => `create table coding_tally (
  project_id ${int} not null, bucket ${int} not null, kind ${text} not null, subject_id ${int} not null,
  value ${text} not null, n ${int} not null, primary key (project_id, bucket, kind, subject_id, value)) ${kept}`

const hourTable = ({ int, text }: ColumnTypes, kept: string) => `create table coding_hour (
  project_id ${int} not null, hour ${text} not null, user_id ${int} not null, kind ${text} not null,
  subject_id ${int} not null, how ${text} not null, n ${int} not null,
  primary key (project_id, hour, user_id, kind, subject_id, how)) ${kept}`

const choiceTable = ({ int, text }: ColumnTypes, kept: string) => `create table choice_span (
  project_id ${int} not null, field_id ${int} not null, choice_id ${int} not null, from_seq ${int} not null,
  until_seq ${int} not null, position ${int} not null, text ${text} not null,
  primary key (project_id, field_id, choice_id, from_seq)) ${kept}`

const tables = [spanTable, tallyTable, hourTable, choiceTable]

const indexes = [
  'create index coding_span_document on coding_span (document_id, until_seq)',
  `create index coding_span_subject on coding_span
   (project_id, kind, subject_id, document_id, from_seq, until_seq, coded, value)`,
  'create index coding_span_user on coding_span (project_id, user_id, from_seq)',
  'create index coding_span_until on coding_span (project_id, until_seq)',
  'create index coding_span_moment on coding_span (project_id, moment, from_seq)',
]

export const spans: Migration = {
  number: 5,
  name: 'spans',
  statements: ({ int, text }) => [
    `create table span_head (
      project_id ${int} primary key, seq ${int} not null, moment ${text} not null, complete ${int} not null)`,
    "insert into span_head (project_id, seq, moment, complete) select project_id, 0, '', 0 from project",
    // What a reviewer did that takes time: gaps between these are active time. Written out where it is asked, so that the
    // databases see that this index holds it all.
    `create index audit_activity on audit (project_id, user_id, seq, at)
     where action in ('coding.saved', 'document.downloaded', 'document.metadataRead', 'document.viewed', 'tags.changed')
       and job_id is null`,
    'create index document_present on document (project_id, document_id, created_at)',
  ],
  perDialect: {
    // Read in order of their keys, hundreds of thousands at a time: rows of SQLite that are their own key.
    sqlite: [...tables.map((table) => table(columnTypes.sqlite, 'without rowid')), ...indexes],
    postgres: [...tables.map((table) => table(columnTypes.postgres, '')), ...indexes],
  },
}
