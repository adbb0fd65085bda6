/** Search term reports that were run, random samples that were drawn, and the searches that each person has made. */
import type { Migration } from '../migrate.ts'

export const searchReports: Migration = {
  number: 47,
  name: 'search reports',
  statements: ({ id, text, int }) => {
    const made = `project_id ${int} not null references project (project_id),
      made_by ${int} not null references app_user (user_id), made_at ${text} not null`
    return [
      `create table term_report (
        term_report_id ${id}, ${made}, name ${text} not null, view ${text} not null,
        of_set ${text} not null, figures ${text} not null, documents ${text} not null)`,
      'create index term_report_of_project on term_report (project_id)',
      `create table term_report_term (
        term_report_term_id ${id}, project_id ${int} not null references project (project_id),
        term_report_id ${int} not null references term_report (term_report_id),
        position ${int} not null, figures ${text} not null, alone ${text} not null,
        unique (term_report_id, position))`,
      `create table random_sample (
        random_sample_id ${id}, ${made}, name ${text} not null, view ${text} not null,
        of_set ${text} not null, size_by ${text} not null, seed ${text} not null,
        population ${int} not null, size ${int} not null, documents ${text} not null)`,
      'create index random_sample_of_project on random_sample (project_id)',
      `create table search_history (
        search_history_id ${id}, project_id ${int} not null references project (project_id),
        user_id ${int} not null references app_user (user_id), search_key ${text} not null,
        search ${text} not null, precedence ${text} not null, view ${text} not null,
        found ${int} not null, searched_at ${text} not null, unique (project_id, user_id, search_key))`,
    ]
  },
}
