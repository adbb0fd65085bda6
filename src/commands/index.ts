/** All areas' commands. An area adds its module to the list; the registry, the palette and the keyboard follow. */
import * as analysis from './analysis.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as bulk from './bulk.ts'
import * as coding from './coding.ts'
import * as codingForms from './coding-forms.ts'
import * as codingRecorded from './coding-recorded.ts'
import * as codingSaves from './coding-saves.ts'
import * as collect from './collect.ts'
import * as collectSources from './collect-sources.ts'
import * as company from './company.ts'
import * as conversation from './conversation.ts'
import * as derivedTexts from './derived-texts.ts'
import * as effects from './effects.ts'
import * as facets from './facets.ts'
import * as fields from './fields.ts'
import * as filter from './filter.ts'
import * as hashLists from './hash-lists.ts'
import * as jobs from './jobs.ts'
import * as joining from './join.ts'
import * as kernel from './kernel.ts'
import * as keywords from './keywords.ts'
import * as ocr from './ocr.ts'
import * as overlay from './overlay.ts'
import * as pages from './pages.ts'
import * as processing from './processing.ts'
import * as project from './project.ts'
import * as reconcile from './reconcile.ts'
import * as reconstruct from './reconstruct.ts'
import { type Registry, registryOf } from './registry.ts'
import * as review from './review.ts'
import * as reviewList from './review-list.ts'
import * as selection from './selection.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as sheets from './sheets.ts'
import * as shell from './shell.ts'
import * as stages from './stages.ts'
import * as tags from './tags.ts'
import * as tagsRecorded from './tags-recorded.ts'
import * as templates from './templates.ts'
import * as texts from './texts.ts'
import * as timeline from './timeline.ts'
import * as toasts from './toasts.ts'
import * as undo from './undo.ts'

export const registry: Registry = registryOf([
  kernel,
  assignments,
  audit,
  bulk,
  coding,
  tags,
  tagsRecorded,
  codingForms,
  codingRecorded,
  codingSaves,
  undo,
  effects,
  shell,
  timeline,
  toasts,
  review,
  reviewList,
  sheets,
  texts,
  ocr,
  derivedTexts,
  analysis,
  collect,
  collectSources,
  company,
  facets,
  filter,
  templates,
  keywords,
  stages,
  conversation,
  fields,
  overlay,
  settings,
  hashLists,
  jobs,
  pages,
  processing,
  project,
  reconcile,
  reconstruct,
  session,
  selection,
  joining,
])
