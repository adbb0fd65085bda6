/** Loads of received volumes: what was asked for, what became of it, mapping templates, and the numbers and images that came. */
import type { Migration } from '../migrate.ts'

export const loads: Migration = {
  number: 56,
  name: 'loads of received volumes',
  statements: ({ id, text, int }) => [
    `create table load_job (
      job_id ${int} primary key references job (job_id), project_id ${int} not null references project (project_id),
      source_id ${int} not null references source (source_id), command_id ${text} not null, role ${text} not null,
      settings ${text} not null, counts ${text} not null, made ${text} not null, fault_count ${int} not null)`,
    'create index load_job_of_project on load_job (project_id, job_id)',
    `create table load_fault (
      load_fault_id ${id}, project_id ${int} not null references project (project_id),
      job_id ${int} not null references job (job_id), line ${int} not null, from_byte ${int} not null,
      to_byte ${int} not null, column_name ${text}, code ${text} not null, reason ${text} not null,
      refuses_row ${int} not null)`,
    'create index load_fault_of_job on load_fault (job_id, line, load_fault_id)',
    `create table load_unused (
      job_id ${int} not null references job (job_id), project_id ${int} not null references project (project_id),
      place ${int} not null, path ${text} not null, primary key (job_id, place))`,
    `create table load_template (
      template_id ${id}, project_id ${int} not null references project (project_id), name ${text} not null,
      name_key ${text} not null, columns_said ${text} not null,
      saved_by ${int} not null references app_user (user_id), saved_at ${text} not null,
      unique (project_id, name_key))`,
    `create table received_number (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), job_id ${int} not null references job (job_id),
      prefix_key ${text} not null, digits ${int} not null, first_number ${int} not null, last_number ${int} not null)`,
    'create index received_number_in_project on received_number (project_id, prefix_key, last_number)',
    `create table received_images (
      document_id ${int} primary key references document (document_id),
      project_id ${int} not null references project (project_id), job_id ${int} not null references job (job_id),
      sha256 ${text} not null, pages ${int} not null)`,
    'create index received_images_file on received_images (sha256)',
  ],
}
