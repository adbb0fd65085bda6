/** All events by type. An area adds its module to the list; nothing else is needed to be read, upcast and checked. */

import * as analysis from './analysis.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as bulk from './bulk.ts'
import { catalogOf, type EventCatalog } from './catalog.ts'
import * as coding from './coding.ts'
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
import * as kernel from './kernel.ts'
import * as keywords from './keywords.ts'
import * as ocr from './ocr.ts'
import * as overlay from './overlay.ts'
import * as pages from './pages.ts'
import * as processing from './processing.ts'
import * as project from './project.ts'
import * as reconcile from './reconcile.ts'
import * as reconstruct from './reconstruct.ts'
import * as review from './review.ts'
import * as selection from './selection.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as sheets from './sheets.ts'
import * as shell from './shell.ts'
import * as stages from './stages.ts'
import * as tags from './tags.ts'
import * as templates from './templates.ts'
import * as texts from './texts.ts'
import * as timeline from './timeline.ts'
import * as toasts from './toasts.ts'

const areas: readonly object[] = [
  kernel,
  assignments,
  audit,
  bulk,
  coding,
  tags,
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
  shell,
  timeline,
  toasts,
  effects,
  reconstruct,
  review,
  sheets,
  texts,
  ocr,
  derivedTexts,
  analysis,
  session,
  selection,
]

export const catalog: EventCatalog = catalogOf(areas)
