/** The areas of the product as the server knows them: their calls and their kinds of jobs. */

import { analysisKind } from './analysis/job.ts'
import { routes as analysis } from './analysis/routes.ts'
import { assignmentKind } from './assignments/job.ts'
import { routes as assignments } from './assignments/routes.ts'
import { routes as audit } from './audit/routes.ts'
import { routes as auth } from './auth/routes.ts'
import { bulkKind } from './bulk/job.ts'
import { routes as bulk } from './bulk/routes.ts'
import { routes as coding } from './coding/routes.ts'
import { jobKinds as collectKinds } from './collect/kinds.ts'
import { routes as collect } from './collect/routes.ts'
import { routes as company } from './company/routes.ts'
import { routes as conversation } from './conversation/routes.ts'
import { jobKinds as derivedTextKinds } from './derived-texts/job.ts'
import { routes as derivedTexts } from './derived-texts/routes.ts'
import { routes as documents } from './documents/routes.ts'
import { routes as facets } from './facets/routes.ts'
import { routes as fields } from './fields/routes.ts'
import { routes as files } from './files/routes.ts'
import type { Route } from './http/route.ts'
import type { JobKind } from './jobs/jobs.ts'
import { reindexKind } from './jobs/reindex.ts'
import { routes as jobs } from './jobs/routes.ts'
import { routes as keywords } from './keywords/routes.ts'
import { routes as listTemplates } from './list-templates/routes.ts'
import { ocrKind } from './ocr/job.ts'
import { routes as ocr } from './ocr/routes.ts'
import { routes as overlay } from './overlay/routes.ts'
import { pagesKind } from './pages/job.ts'
import { routes as pages } from './pages/routes.ts'
import type { Services } from './platform/services.ts'
import { routes as project } from './project/routes.ts'
import { routes as reconcile } from './reconcile/routes.ts'
import { routes as reconstruct } from './reconstruct/routes.ts'
import { routes as overview } from './review/overview/routes.ts'
import { routes as settings } from './settings/routes.ts'
import { routes as sheets } from './sheets/routes.ts'
import { stageKinds } from './stages/job.ts'
import { routes as stages } from './stages/routes.ts'
import { routes as tags } from './tags/routes.ts'
import { routes as templates } from './templates/routes.ts'
import { routes as texts } from './texts/routes.ts'

/** Every call that the server answers. */
export const allRoutes = (): readonly Route[] => [
  ...auth,
  ...company,
  ...project,
  ...settings,
  ...overview,
  ...collect,
  ...jobs,
  ...documents,
  ...listTemplates,
  ...facets,
  ...keywords,
  ...fields,
  ...files,
  ...stages,
  ...pages,
  ...templates,
  ...texts,
  ...ocr,
  ...derivedTexts,
  ...conversation,
  ...analysis,
  ...coding,
  ...tags,
  ...bulk,
  ...overlay,
  ...assignments,
  ...audit,
  ...reconstruct,
  ...reconcile,
  ...sheets,
]

/** Every kind of job that the server can do. */
export const allKinds = (services: Services): readonly JobKind[] => [
  ...collectKinds(services),
  reindexKind(services),
  bulkKind(services),
  assignmentKind(services),
  ...stageKinds(services),
  pagesKind(services),
  ocrKind(services),
  ...derivedTextKinds(services),
  analysisKind(services),
]
