/** All calls by name, for code that handles every one of them (registration, OpenAPI, the permission tests). */
import * as account from './account.ts'
import * as analysis from './analysis.ts'
import * as apiKeys from './api-keys.ts'
import * as assignments from './assignments.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as batchStanding from './batch-standing.ts'
import * as bulk from './bulk.ts'
import type { AnyCall } from './call.ts'
import * as clientPeople from './client-people.ts'
import * as clientReport from './client-report.ts'
import * as clientSettings from './client-settings.ts'
import * as coding from './coding.ts'
import * as collect from './collect.ts'
import * as company from './company.ts'
import * as contact from './contact.ts'
import * as conversation from './conversation.ts'
import * as derivedTexts from './derived-texts.ts'
import * as documentList from './document-list.ts'
import * as documents from './documents.ts'
import * as downloads from './downloads.ts'
import * as excludedFields from './excluded-fields.ts'
import * as exporting from './exports.ts'
import * as facets from './facets.ts'
import * as fields from './fields.ts'
import * as files from './files.ts'
import * as folders from './folders.ts'
import * as formBuilder from './form-builder.ts'
import * as formDrafts from './form-drafts.ts'
import * as hashLists from './hash-lists.ts'
import * as highlights from './highlights.ts'
import * as invitations from './invitations.ts'
import * as jobs from './jobs.ts'
import * as keywords from './keywords.ts'
import * as listTemplates from './list-templates.ts'
import * as loads from './loads.ts'
import * as members from './members.ts'
import * as ocr from './ocr.ts'
import * as overlay from './overlay.ts'
import * as pages from './pages.ts'
import * as privilegeLog from './privilege-log.ts'
import * as processing from './processing.ts'
import * as producedPages from './produced-pages.ts'
import * as productionChecks from './production-checks.ts'
import * as productionComparison from './production-comparison.ts'
import * as productionPreview from './production-preview.ts'
import * as productionSample from './production-sample.ts'
import * as productionTemplates from './production-templates.ts'
import * as productionVolumes from './production-volumes.ts'
import * as productions from './productions.ts'
import * as project from './project.ts'
import * as projectEnd from './project-end.ts'
import * as propagation from './propagation.ts'
import * as reconcile from './reconcile.ts'
import * as reconstruct from './reconstruct.ts'
import * as redactedCells from './redacted-cells.ts'
import * as redactionCheck from './redaction-check.ts'
import * as redactionCopies from './redaction-copies.ts'
import * as redactions from './redactions.ts'
import * as reviewTime from './review-time.ts'
import * as samples from './samples.ts'
import * as savedSearches from './saved-searches.ts'
import * as searching from './searching.ts'
import * as seeAs from './see-as.ts'
import * as settings from './settings.ts'
import * as sheets from './sheets.ts'
import * as sso from './sso.ts'
import * as stages from './stages.ts'
import * as support from './support.ts'
import * as leftOut from './suppressed-items.ts'
import * as tagManagement from './tag-management.ts'
import * as tags from './tags.ts'
import * as templates from './templates.ts'
import * as termRedactions from './term-redactions.ts'
import * as termReports from './term-reports.ts'
import * as texts from './texts.ts'
import * as verifyUpload from './verify-upload.ts'
import * as walls from './walls.ts'

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'needs' in value

export const allCalls: readonly AnyCall[] = [
  auth,
  account,
  apiKeys,
  contact,
  company,
  clientPeople,
  highlights,
  invitations,
  clientSettings,
  clientReport,
  project,
  projectEnd,
  savedSearches,
  searching,
  termReports,
  samples,
  documentList,
  folders,
  members,
  support,
  walls,
  seeAs,
  settings,
  sso,
  excludedFields,
  collect,
  leftOut,
  processing,
  hashLists,
  jobs,
  documents,
  listTemplates,
  facets,
  keywords,
  fields,
  files,
  stages,
  pages,
  redactions,
  redactionCheck,
  redactionCopies,
  termRedactions,
  redactedCells,
  productions,
  producedPages,
  productionChecks,
  productionComparison,
  productionPreview,
  productionSample,
  productionTemplates,
  verifyUpload,
  productionVolumes,
  privilegeLog,
  exporting,
  downloads,
  templates,
  texts,
  ocr,
  derivedTexts,
  conversation,
  analysis,
  coding,
  propagation,
  formBuilder,
  formDrafts,
  tags,
  tagManagement,
  bulk,
  overlay,
  loads,
  assignments,
  reviewTime,
  batchStanding,
  audit,
  reconstruct,
  reconcile,
  sheets,
].flatMap((area) => Object.values(area).filter(isCall))
