/** The areas that are fetched when they are first used, by the prefix of their commands and events. */
import { type Area, createLazyAreas, type LazyArea, type LazyAreas } from './area.ts'

type Declared = Omit<LazyArea, 'name' | 'load'> & { readonly load: () => Promise<{ readonly area: Area }> }

const project = (version: number) => ({ version, log: 'project' }) as const
const account = (version: number) => ({ version, log: 'account' }) as const

const declared = {
  account: { projections: { account: account(1) }, load: () => import('./account.ts') },
  analysis: { projections: { analysis: project(1) }, load: () => import('./analysis.ts') },
  assignments: {
    projections: { assignments: project(1) },
    folds: ['coding.saveConfirmed', 'tags.changeConfirmed', 'bulk.ended', 'review.batchStood'],
    load: () => import('./assignments.ts'),
  },
  clientPeople: { projections: { clientPeople: account(1) }, load: () => import('./client-people.ts') },
  clientReport: { projections: {}, load: () => import('./client-report.ts') },
  clientSettings: { projections: { clientSettings: account(1) }, load: () => import('./client-settings.ts') },
  collect: { projections: { collect: account(3) }, load: () => import('./collect.ts') },
  conversation: { projections: {}, load: () => import('./conversation.ts') },
  derivedTexts: { projections: { derivedTexts: project(2) }, load: () => import('./derived-texts.ts') },
  exports: { projections: { exports: project(1) }, load: () => import('./exports.ts') },
  facets: { projections: {}, load: () => import('./facets.ts') },
  fields: { projections: { customFields: project(2) }, load: () => import('./fields.ts') },
  filter: { projections: { filter: project(1) }, load: () => import('./filter.ts') },
  folders: {
    projections: { folders: project(1) },
    folds: ['bulk.ended'],
    load: () => import('./folders.ts'),
  },
  forms: { projections: { forms: project(2) }, load: () => import('./forms.ts') },
  hashLists: { projections: { hashLists: account(2) }, load: () => import('./hash-lists.ts') },
  highlights: { projections: { highlights: project(1) }, load: () => import('./highlights.ts') },
  invite: { projections: {}, load: () => import('./invite.ts') },
  jobs: { projections: { jobs: account(2) }, load: () => import('./jobs.ts') },
  keywords: { projections: { keywords: project(1) }, load: () => import('./keywords.ts') },
  listTemplates: { projections: { listTemplates: project(1) }, load: () => import('./list-templates.ts') },
  loads: { projections: { loads: project(1) }, load: () => import('./loads.ts') },
  ocr: { projections: {}, load: () => import('./ocr.ts') },
  overlay: {
    projections: { overlay: project(1) },
    folds: ['bulk.requested'],
    load: () => import('./overlay.ts'),
  },
  people: { projections: { people: project(1) }, load: () => import('./people.ts') },
  privilegeLog: { projections: { privilegeLog: project(2) }, load: () => import('./privilege-log.ts') },
  pages: { projections: { pageViews: project(3) }, load: () => import('./pages.ts') },
  processing: { projections: { processing: account(1) }, load: () => import('./processing.ts') },
  production: { projections: { production: project(1) }, load: () => import('./production.ts') },
  project: { projections: { project: account(2) }, load: () => import('./project.ts') },
  projectEnd: { projections: { projectEnd: project(1) }, load: () => import('./project-end.ts') },
  propagation: { projections: {}, load: () => import('./propagation.ts') },
  reconstruct: { projections: { reconstruct: project(2) }, load: () => import('./reconstruct.ts') },
  redactedCells: { projections: { redactedCells: project(1) }, load: () => import('./redacted-cells.ts') },
  redaction: {
    projections: { redactions: project(1) },
    folds: ['review.redactingTurned', 'review.documentLeft'],
    load: () => import('./redaction.ts'),
  },
  redactionLog: { projections: {}, load: () => import('./redaction-log.ts') },
  reset: { projections: {}, load: () => import('./reset.ts') },
  savedSearches: { projections: { savedSearches: project(1) }, load: () => import('./saved-searches.ts') },
  searchReports: {
    projections: { searchReports: project(2) },
    folds: ['review.searchRemembered'],
    load: () => import('./search-reports.ts'),
  },
  settings: { projections: {}, load: () => import('./settings.ts') },
  sheets: { projections: { sheets: project(1) }, load: () => import('./sheets.ts') },
  sso: { projections: { sso: account(1) }, load: () => import('./sso.ts') },
  stages: { projections: { stages: project(1) }, load: () => import('./stages.ts') },
  tagManagement: { projections: { tagManagement: project(2) }, load: () => import('./tag-management.ts') },
  termRedaction: { projections: { termRedaction: project(1) }, load: () => import('./term-redaction.ts') },
  templates: { projections: { templates: project(1) }, load: () => import('./templates.ts') },
} as const satisfies Readonly<Record<string, Declared>>

export type LazyAreaName = keyof typeof declared

export const lazy: LazyAreas = createLazyAreas(
  Object.entries<Declared>(declared).map(([name, { load, ...rest }]) => ({
    ...rest,
    name,
    load: async () => (await load()).area,
  })),
)

/**
 * The code of a screen or a part of one, with the areas whose state it shows and whose commands it dispatches: fetched side by
 * side, and the areas are at work before it is drawn.
 */
export const withAreas =
  <T>(names: readonly LazyAreaName[], load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [code] = await Promise.all([load(), ...names.map(lazy.load)])
    return code
  }
