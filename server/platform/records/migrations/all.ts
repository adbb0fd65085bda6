/** Every migration, in order; a new one is added at the end and none is ever changed once it has been released. */
import type { Migration } from '../migrate.ts'
import { start } from './001-start.ts'
import { copies } from './002-copies.ts'
import { choiceNames } from './003-choice-names.ts'
import { refusals } from './004-refusals.ts'
import { spans } from './005-spans.ts'
import { signedHeads } from './006-signed-heads.ts'
import { reconciliation } from './007-reconciliation.ts'
import { bulk } from './008-bulk.ts'
import { assignments } from './009-assignments.ts'
import { sources } from './010-sources.ts'
import { stages } from './011-stages.ts'
import { pages } from './012-pages.ts'
import { texts } from './013-texts.ts'
import { hashLists } from './014-hash-lists.ts'
import { analysis } from './015-analysis.ts'
import { overlays } from './016-overlays.ts'
import { derivedTexts } from './017-derived-texts.ts'
import { sides } from './018-sides.ts'
import { templates } from './019-templates.ts'
import { keywords } from './020-keywords.ts'
import { begun } from './021-begun.ts'
import { replacing } from './022-replacing.ts'
import { groupCounts } from './023-group-counts.ts'
import { seen } from './024-seen.ts'
import { leftOut } from './025-left-out.ts'
import { collectedBy } from './026-collected-by.ts'
import { flow } from './027-flow.ts'
import { whoResolved } from './028-who-resolved.ts'
import { rawPaths } from './029-raw-paths.ts'
import { copiesHashes } from './030-copies-hashes.ts'
import { replacedHashes } from './031-replaced-hashes.ts'
import { signInOrigins } from './032-sign-in-origins.ts'
import { matrix } from './033-matrix.ts'
import { walls } from './034-walls.ts'
import { tagManagement } from './035-tag-management.ts'
import { formVersions } from './036-form-versions.ts'
import { invitations } from './037-invitations.ts'
import { saml } from './038-saml.ts'
import { apiKeys } from './039-api-keys.ts'
import { clientAndProjectSettings } from './040-client-and-project-settings.ts'
import { sessionsByProvider } from './041-sessions-by-provider.ts'
import { reviewTime } from './042-review-time.ts'
import { savedSearches } from './043-saved-searches.ts'
import { photos } from './044-photos.ts'
import { listTemplates } from './045-list-templates.ts'
import { folders } from './046-folders.ts'
import { searchReports } from './047-search-reports.ts'
import { noise } from './048-noise.ts'
import { highlightSets } from './049-highlight-sets.ts'
import { wallsOnFolders } from './050-walls-on-folders.ts'
import { redactions } from './051-redactions.ts'
import { termRedactions } from './052-term-redactions.ts'
import { redactedCells } from './053-redacted-cells.ts'
import { redactionsChanged } from './054-redactions-changed.ts'
import { productions } from './055-productions.ts'
import { loads } from './056-loads.ts'
import { exportsOfDocuments } from './057-exports.ts'
import { producedDocuments } from './058-produced-documents.ts'
import { privilegeLog } from './059-privilege-log.ts'
import { productionTemplates } from './060-production-templates.ts'
import { originOfRedactedCells } from './061-origin-of-redacted-cells.ts'
import { afterProductions } from './062-after-productions.ts'
import { laidOver } from './063-laid-over.ts'

export const migrations: readonly Migration[] = [
  start,
  copies,
  choiceNames,
  refusals,
  spans,
  signedHeads,
  reconciliation,
  bulk,
  assignments,
  sources,
  stages,
  pages,
  texts,
  hashLists,
  analysis,
  overlays,
  derivedTexts,
  sides,
  templates,
  keywords,
  begun,
  replacing,
  groupCounts,
  seen,
  leftOut,
  collectedBy,
  flow,
  whoResolved,
  rawPaths,
  copiesHashes,
  replacedHashes,
  signInOrigins,
  matrix,
  walls,
  tagManagement,
  formVersions,
  invitations,
  saml,
  apiKeys,
  clientAndProjectSettings,
  sessionsByProvider,
  reviewTime,
  savedSearches,
  photos,
  listTemplates,
  folders,
  searchReports,
  noise,
  highlightSets,
  wallsOnFolders,
  redactions,
  termRedactions,
  redactedCells,
  redactionsChanged,
  productions,
  loads,
  exportsOfDocuments,
  producedDocuments,
  privilegeLog,
  productionTemplates,
  originOfRedactedCells,
  afterProductions,
  laidOver,
]
