/** The areas of the product as the server knows them: their calls and their kinds of jobs. */

import { routes as clientReport } from './intake/client-report/routes.ts'
import { routes as folderFiles } from './intake/folder-files/routes.ts'
import { jobKinds as collectKinds } from './intake/job-kinds.ts'
import { routes as loads } from './intake/loads/routes.ts'
import { ocrKind } from './intake/ocr/job.ts'
import { routes as ocr } from './intake/ocr/routes.ts'
import { routes as overlay } from './intake/overlay/routes.ts'
import { routes as files } from './intake/reprocess/routes.ts'
import { routes as collect } from './intake/routes.ts'
import { stageKinds } from './intake/stages/job.ts'
import { routes as stages } from './intake/stages/routes.ts'
import { routes as account } from './organization/account/routes.ts'
import { routes as company } from './organization/company/routes.ts'
import { routes as people } from './organization/people/routes.ts'
import { routes as project } from './organization/project/routes.ts'
import { routes as settings } from './organization/settings/routes.ts'
import { routes as audit } from './platform/audit/routes.ts'
import { routes as auth } from './platform/auth/routes.ts'
import { routes as sso } from './platform/auth/saml/routes.ts'
import type { Route } from './platform/http/route.ts'
import type { JobKind } from './platform/jobs/jobs.ts'
import { routes as jobs } from './platform/jobs/routes.ts'
import type { Services } from './platform/services.ts'
import { routes as exporting } from './production/exports/routes.ts'
import { routes as links } from './production/links/routes.ts'
import { routes as privilegeLog } from './production/privilege-log/routes.ts'
import { routes as productions } from './production/routes.ts'
import { productionKinds } from './production/running/job.ts'
import { analysisKind } from './review/analysis/job.ts'
import { routes as analysis } from './review/analysis/routes.ts'
import { assignmentKind } from './review/assignments/job.ts'
import { routes as assignments } from './review/assignments/routes.ts'
import { bulkKind } from './review/bulk/job.ts'
import { routes as bulk } from './review/bulk/routes.ts'
import { routes as coding } from './review/coding/routes.ts'
import { routes as codingSaves } from './review/coding-saves/routes.ts'
import { routes as conversation } from './review/conversation/routes.ts'
import { jobKinds as derivedTextKinds } from './review/derived-texts/job.ts'
import { routes as derivedTexts } from './review/derived-texts/routes.ts'
import { routes as documentList } from './review/document-list/routes.ts'
import { routes as facets } from './review/facets/routes.ts'
import { routes as fields } from './review/fields/routes.ts'
import { routes as folders } from './review/folders/routes.ts'
import { routes as highlights } from './review/highlights/routes.ts'
import { routes as keywords } from './review/keywords/routes.ts'
import { routes as listTemplates } from './review/list-templates/routes.ts'
import { routes as overview } from './review/overview/routes.ts'
import { pagesKind } from './review/pages/job.ts'
import { routes as pages } from './review/pages/routes.ts'
import { routes as reconcile } from './review/reconcile/routes.ts'
import { routes as reconstruct } from './review/reconstruct/routes.ts'
import { routes as redactedCells } from './review/redacted-cells/routes.ts'
import { routes as redactionCheck } from './review/redaction-check/routes.ts'
import { routes as redactionCopies } from './review/redaction-copies/routes.ts'
import { routes as burnedPages } from './review/redactions/burn/routes.ts'
import { routes as redactions } from './review/redactions/routes.ts'
import { routes as reviewTime } from './review/review-time/routes.ts'
import { routes as samples } from './review/samples/routes.ts'
import { routes as savedSearches } from './review/saved-searches/routes.ts'
import { reindexKind } from './review/search/reindex.ts'
import { routes as searching } from './review/searching/routes.ts'
import { routes as sheets } from './review/sheets/routes.ts'
import { routes as tags } from './review/tags/routes.ts'
import { routes as templates } from './review/templates/routes.ts'
import { findKind } from './review/term-redaction/find-job.ts'
import { routes as termRedactions } from './review/term-redaction/routes.ts'
import { writeKind } from './review/term-redaction/write-job.ts'
import { routes as termReports } from './review/term-reports/routes.ts'
import { routes as texts } from './review/texts/routes.ts'
import { routes as documents } from './review/viewer/routes.ts'
import { routes as walls } from './review/walls/routes.ts'

/** Every call that the server answers. */
export const allRoutes = (): readonly Route[] => [
  ...auth,
  ...account,
  ...sso,
  ...company,
  ...people,
  ...clientReport,
  ...project,
  ...settings,
  ...overview,
  ...walls,
  ...collect,
  ...jobs,
  ...documents,
  ...burnedPages,
  ...reviewTime,
  ...listTemplates,
  ...facets,
  ...keywords,
  ...highlights,
  ...fields,
  ...files,
  ...stages,
  ...pages,
  ...redactions,
  ...redactionCheck,
  ...redactionCopies,
  ...termRedactions,
  ...redactedCells,
  ...savedSearches,
  ...searching,
  ...termReports,
  ...samples,
  ...documentList,
  ...folders,
  ...folderFiles,
  ...templates,
  ...texts,
  ...ocr,
  ...derivedTexts,
  ...conversation,
  ...analysis,
  ...coding,
  ...codingSaves,
  ...tags,
  ...bulk,
  ...overlay,
  ...loads,
  ...assignments,
  ...audit,
  ...reconstruct,
  ...reconcile,
  ...sheets,
  ...productions,
  ...privilegeLog,
  ...exporting,
  ...links,
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
  findKind(services),
  writeKind(services),
  ...productionKinds(services),
]
