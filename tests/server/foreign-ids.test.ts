/** Every id that a call takes, given one that is real and another project's: it is answered like one that is nobody's. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createAssignment, listBatches } from '#contracts/assignments.ts'
import { bulkCode } from '#contracts/bulk.ts'
import type { AnyCall, BodyOf } from '#contracts/call.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { beginUpload, finishUpload, listExceptions, listSourceFiles, putChunk } from '#contracts/collect.ts'
import { conversationType } from '#contracts/conversation-type.ts'
import { searchDocuments } from '#contracts/documents.ts'
import { beginExport, startExport } from '#contracts/exports.ts'
import { replacedFiles, replaceFile } from '#contracts/files.ts'
import { deleteFolder, fileDocuments, saveFolder, uploadFolderFile } from '#contracts/folders.ts'
import { createForm } from '#contracts/form-drafts.ts'
import { beginHashList } from '#contracts/hash-lists.ts'
import { deleteHighlightSet, saveHighlightSet } from '#contracts/highlights.ts'
import { allCalls } from '#contracts/index.ts'
import { createKeywordList } from '#contracts/keywords.ts'
import { saveTemplate as saveListTemplate } from '#contracts/list-templates.ts'
import { checkCustomIds } from '#contracts/overlay.ts'
import { makeLogVersion } from '#contracts/privilege-log.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import { saveProductionTemplate } from '#contracts/production-templates.ts'
import { insertProduction } from '#contracts/productions.ts'
import { createCustodian } from '#contracts/project.ts'
import { report, reports } from '#contracts/reconcile.ts'
import { saveSearch } from '#contracts/saved-searches.ts'
import { putSettings } from '#contracts/settings.ts'
import { saveTemplate } from '#contracts/templates.ts'
import { settledJob } from '#server/intake/import/import-path.ts'
import { noCounts, nothingMade } from '#server/intake/loads/stored.ts'
import { presets } from '#server/production/record/presets.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { inDeepRun } from '#tests/runs.ts'
import { damaged, mbox, message } from '../fixtures/mail.ts'
import { pdf } from '../fixtures/pdf.ts'
import { allSettled } from './all-settled.ts'
import { type CallOptions, costlyDialects, startServer, type TestServer, type TestUser } from './harness.ts'
import { everyType } from './matter.ts'
import { newSource, processed } from './uploads.ts'

/** One of each thing that has an id, in one project. */
interface Ids {
  readonly companyId: number
  readonly projectId: number
  readonly custodianId: number
  readonly sourceId: number
  readonly sourceFileId: number
  readonly jobId: number
  readonly bulkJobId: number
  readonly exceptionId: number
  readonly documentId: number
  /** A document that has pages. */
  readonly pagedId: number
  /** A spreadsheet. */
  readonly sheetId: number
  readonly conversationId: number
  readonly hashListId: number
  readonly uploadId: string
  readonly snapshotId: string
  readonly formId: number
  readonly formFieldId: number
  /** Of a short text: what is coded there goes to other documents. */
  readonly shortFormFieldId: number
  readonly sectionId: number
  readonly choiceId: number
  readonly tagCategoryId: number
  readonly tagId: number
  readonly otherTagId: number
  readonly reportId: number
  readonly fieldId: number
  readonly choiceFieldId: number
  readonly overlayId: number
  readonly replacedFileId: number
  readonly assignmentId: number
  readonly batchId: number
  readonly reviewerId: number
  readonly templateId: number
  readonly savedSearchId: number
  readonly listTemplateId: number
  readonly folderId: number
  readonly deletedFolderId: number
  readonly folderFileId: number
  readonly filingJobId: number
  readonly keywordListId: number
  readonly highlightSetId: number
  readonly deletedHighlightSetId: number
  readonly productionId: number
  /** Of the privilege log. */
  readonly versionId: number
  readonly loadJobId: number
  readonly loadTemplateId: number
  readonly exportId: number
  readonly productionTemplateId: number
}

const all = { queryString: '', includeFamily: false, objectId: null, type: null }
const listTemplate = {
  name: 'Columns',
  columns: [{ field: 'Subject', width: 160, pinned: false }],
  ...{ sort: null, shared: false },
}
const noMarkup = { add: [], change: [], remove: [], restore: [] }
const wholePage = { page: 1, kind: 'page', boxes: [], label: '', reason: '' }
const firstOfGrid = { sheet: 0, firstRow: 0, rows: 1, firstColumn: 0, columns: 1 }
const firstCell = { sheet: 0, kind: 'cells', range: 'A1', pieces: [], label: '', reason: '' }
const undo = { kind: 'do', group: 'group-0001', targets: [] }
const draft = (name: string, { choiceId, choiceFieldId }: Ids, sectionId?: number) => ({
  name,
  sections: [
    {
      ...(sectionId === undefined ? {} : { sectionId }),
      name: 'Decision',
      fields: [
        {
          fieldId: choiceFieldId,
          field_name: 'Responsive',
          field_type_id: 8,
          is_required: false,
          is_read_only: false,
          choices: [{ choiceId, text: 'Indeed' }],
        },
      ],
    },
  ],
})

const derived = (snapshotId: string) => ({ documents: { snapshotId, except: [] }, again: true })
const derivedByIds = (documentId: number) => ({ documents: { ids: [documentId] }, again: true })
const sendTo = { host: 'ai.example', model: 'scribe-1' }

const search = { query: all, sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' }
const inBatch = (objectId: number) => ({ ...all, objectId, type: 'batch' })
const ownSearch = {
  ...{ name: 'All', folder: '', shared: false },
  search: {
    ...{ queryString: '', includeFamily: false },
    ...({ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all' } as const),
  },
}
const inSavedSearch = (objectId: number) =>
  ({
    query: { ...all, objectId, type: 'savedSearch' },
    ...{ viewer: 'parentsAndChildren', filter: 'all' },
  }) as const
const produced = presets[0]?.settings
const exportedSettings = {
  ...{ families: true, order: [], natives: true, images: null, texts: true, volume: produced?.volume },
  loadFile: {
    ...produced?.loadFile,
    columns: [{ source: 'Control_Number', name: 'Number', ofRedacted: 'keep' }],
  },
}
const namedSet = (name: string, color: 'blue' | 'pink') =>
  ({ name, color, line: 'solid', terms: ['oil'] }) satisfies Omit<BodyOf<typeof saveHighlightSet>, 'over'>
const loadOf = ({ sourceFileId, fieldId }: Pick<Ids, 'sourceFileId' | 'fieldId'>) => ({
  rows: { sourceFileId, kind: 'edrm', dialect: null },
  images: { sourceFileId, kind: 'opt' },
  columns: [
    { column: 0, target: { is: 'role', role: 'begin' } },
    { column: 1, target: { is: 'field', fieldId } },
  ],
  ...{ mode: { is: 'new' }, custodians: { is: 'source' }, timeZone: 'UTC' },
})
const savedFilter = { kind: 'filter', name: 'All', choice: { query: '', filter: {}, narrowed: {} } } as const
const filtered = ({ documentId, jobId, batchId, ...of }: Ids): CallOptions<AnyCall> => ({
  body: {
    filter: {
      ...{ documentId, jobId, batchId },
      userIds: [of.reviewerId],
      fieldIds: [of.fieldId],
      tagCategoryIds: [of.tagCategoryId],
    },
  },
})

/** How each call that takes an id is asked in a project that has these; what takes things away stands last. */
const asked: Readonly<Record<string, (ids: Ids) => CallOptions<AnyCall>>> = {
  'auth.getProfile': ({ projectId }) => ({ query: { groupProjectId: projectId } }),
  'auth.putProfile': ({ projectId }) => ({
    query: { groupProjectId: projectId },
    body: { userName: 'Ida Roth', userPhone: '' },
  }),
  'company.listProjects': ({ companyId }) => ({ query: { companyId } }),
  'jobs.listOfClient': ({ companyId }) => ({ query: { companyId } }),
  'clientPeople.list': ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  'clientPeople.names': ({ companyId }) => ({ query: { companyId } }),
  'clientPeople.exportAccess': ({ companyId }) => ({ query: { companyId } }),
  'invitations.list': ({ companyId }) => ({ query: { companyId } }),
  'invitations.invite': ({ companyId }) => ({
    body: {
      ...{ companyId, dryRun: true },
      groups: [{ role: 'Default', projects: [], people: [{ email: 'ida@example.com' }] }],
    },
  }),
  'clientSettings.get': ({ companyId }) => ({ query: { companyId } }),
  'clientSettings.info': ({ companyId }) => ({ query: { companyId } }),
  'clientSettings.company': ({ companyId }) => ({ query: { companyId } }),
  'clientSettings.put': ({ companyId }) => ({
    ifMatch: '0',
    body: {
      ...{ companyId, name: 'Renamed', contacts: [], mfaRequired: false, idleMinutes: 60 },
      ...{ sessionHours: 8, qaCopilot: false, slackCollection: false },
      defaults: { timeZone: null, codingForms: true },
    },
  }),
  'clientReport.get': ({ companyId }) => ({ query: { companyId } }),
  'projectEnd.certificates': ({ companyId }) => ({ query: { companyId } }),
  'support.getSetting': ({ companyId }) => ({ query: { companyId } }),
  'support.putSetting': ({ companyId }) => ({ body: { companyId, allowed: true } }),
  'project.create': ({ companyId }) => ({
    body: { companyId, projectName: 'New', prefix: 'N', timeZone: 'UTC', codingForms: true },
  }),
  'collect.createSource': ({ custodianId }) => ({
    body: { name: 'New', custodianId, autoProcess: false, autoPromote: true },
  }),
  'collect.changeSource': ({ sourceId, custodianId }) => ({
    params: { sourceId },
    body: { name: 'Changed', custodianId, autoProcess: false, autoPromote: true, version: 1 },
  }),
  'collect.listSourceFiles': ({ sourceId }) => ({ params: { sourceId } }),
  'collect.collectFolder': ({ sourceId }) => ({ params: { sourceId }, body: { root: 0, path: [] } }),
  'collect.processSource': ({ sourceId, sourceFileId }) => ({
    params: { sourceId },
    body: { ifAutomatic: false, sourceFileId },
  }),
  'jobs.details': ({ jobId }) => ({ query: { jobId } }),
  'jobs.status': ({ jobId }) => ({ query: { jobId } }),
  'processing.jobSettings': ({ jobId }) => ({ query: { jobId } }),
  'processing.autoProcess': ({ jobId }) => ({ body: { jobId, on: true } }),
  'processing.autoPromote': ({ jobId }) => ({ body: { jobId, on: true } }),
  'jobs.priority': ({ jobId }) => ({ body: { jobId, priority: 1 } }),
  'collect.beginUpload': ({ sourceId, exceptionId }) => ({
    body: { fileName: 'x.eml', size: 1, sourceId, replaces: exceptionId },
  }),
  'uploads.verify': ({ uploadId }) => ({
    body: { file: { uploadId }, size: 0, sha256: '0'.repeat(64) },
  }),
  'collect.putChunk': ({ uploadId }) => ({
    params: { uploadId },
    query: { offset: 0 },
    body: Buffer.from('x'),
  }),
  'collect.finishUpload': ({ uploadId }) => ({ params: { uploadId }, body: {} }),
  'hashLists.putChunk': ({ hashListId }) => ({
    params: { hashListId },
    query: { offset: 0 },
    body: Buffer.from('x'),
  }),
  'hashLists.finish': ({ hashListId }) => ({ params: { hashListId }, body: {} }),
  'conversation.get': ({ conversationId }) => ({ query: { documentId: conversationId } }),
  'collect.listExceptions': ({ jobId, custodianId }) => ({ query: { jobId, custodianId } }),
  'collect.exceptionFigures': ({ jobId }) => ({ query: { jobId } }),
  'leftOut.list': ({ jobId }) => ({ query: { kind: 'known', jobId } }),
  'collect.exceptionBytes': ({ exceptionId, projectId }) => ({
    params: { exceptionId },
    query: { projectId },
  }),
  'audit.export': ({ projectId }) => ({ query: { projectId } }),
  'jobs.get': ({ jobId }) => ({ query: { jobId } }),
  'jobs.cancel': ({ jobId }) => ({ body: { jobId } }),
  'jobs.pause': ({ jobId }) => ({ body: { jobId } }),
  'jobs.resume': ({ jobId }) => ({ body: { jobId } }),
  'jobs.retry': ({ jobId, exceptionId }) => ({ body: { jobId, exceptionIds: [exceptionId] } }),
  'documents.page': ({ snapshotId }) => ({ params: { page: 1 }, query: { snapshotId, pageSize: 25 } }),
  'documents.sort': ({ snapshotId }) => ({ body: { snapshotId, sort: 'custodian', pageSize: 25 } }),
  'documentList.select': ({ snapshotId }) => ({ body: { snapshotId, all: true, marked: [] } }),
  'documentList.export': ({ projectId, snapshotId }) => ({ query: { projectId, snapshotId, columns: '' } }),
  'documents.locate': ({ snapshotId, documentId }) => ({ query: { snapshotId, documentId } }),
  'documents.get': ({ documentId }) => ({ query: { documentId } }),
  'documents.renew': ({ documentId }) => ({ query: { documentId, etag: '' } }),
  'documents.recordView': ({ documentId }) => ({ body: { documentId } }),
  'reviewTime.record': ({ documentId }) => ({ body: { documentId, seconds: 5 } }),
  'documents.metadata': ({ documentId }) => ({ query: { documentId } }),
  'documents.native': ({ documentId, projectId }) => ({ params: { documentId }, query: { projectId } }),
  'texts.list': ({ documentId }) => ({ query: { documentId } }),
  'texts.get': ({ documentId }) => ({ query: { documentId, origin: 'extracted' } }),
  'ocr.start': ({ snapshotId }) => ({
    body: { documents: { snapshotId, except: [] }, withText: false, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.checkSummaries': ({ snapshotId }) => ({ body: { ...derived(snapshotId), by: 'extractive' } }),
  'derivedTexts.checkTranslation': ({ snapshotId }) => ({ body: { ...derived(snapshotId), to: 'it' } }),
  'derivedTexts.checkTranscription': ({ snapshotId }) => ({ body: derived(snapshotId) }),
  'derivedTexts.startSummaries': ({ snapshotId }) => ({
    body: { ...derived(snapshotId), sendTo: null, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.startTranslation': ({ snapshotId }) => ({
    body: { ...derived(snapshotId), to: 'it', sendTo, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.startTranscription': ({ snapshotId }) => ({
    body: { ...derived(snapshotId), language: null, sendTo, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.summaries': ({ documentId }) => ({ query: { documentId } }),
  'derivedTexts.summariseNow': ({ documentId }) => ({
    body: { documentId, sendTo: null, correlationId: 'gesture-0001' },
  }),
  'pages.get': ({ documentId }) => ({ query: { documentId } }),
  'pages.texts': ({ documentId }) => ({ query: { documentId } }),
  'redactions.load': ({ documentId }) => ({ query: { documentId } }),
  'redactions.save': ({ pagedId }) => ({
    body: {
      ...{ documentId: pagedId, gesture: 'gesture-0001' },
      markup: { ...noMarkup, add: [{ key: 'redaction-0001', ...wholePage }] },
    },
  }),
  'redactions.clear': ({ pagedId }) => ({
    body: { documentId: pagedId, gesture: 'gesture-0002', revision: 0 },
  }),
  'redactions.lastGesture': ({ pagedId }) => ({ query: { documentId: pagedId } }),
  'redactions.toCheck': () => ({ query: {} }),
  'redactions.check': ({ pagedId }) => ({
    body: { documentId: pagedId, gesture: 'gesture-0004', revision: 0 },
  }),
  'redactions.copies': ({ pagedId }) => ({ query: { documentId: pagedId } }),
  'redactions.copy': ({ pagedId }) => ({
    body: { documentId: pagedId, gesture: 'gesture-0005', revision: 0, after: null },
  }),
  'redactions.takeBackCopies': ({ pagedId }) => ({
    body: { documentId: pagedId, copied: 'gesture-0005' },
  }),
  'redactions.log': ({ documentId }) => ({ query: { documentId } }),
  'redactions.logFile': ({ documentId, projectId }) => ({ query: { documentId, projectId } }),
  'termRedactions.find': ({ snapshotId }) => ({
    body: {
      documents: { snapshotId, except: [] },
      ...{ terms: ['merger'], personalData: [], correlationId: 'gesture-0001' },
    },
  }),
  'pages.image': ({ pagedId, projectId }) => ({
    params: { documentId: pagedId, page: 1 },
    query: { projectId },
  }),
  'redactions.burnedPage': ({ pagedId, projectId }) => ({
    params: { documentId: pagedId, page: 1 },
    query: { projectId, revision: 0 },
  }),
  'redactions.asItLeaves': ({ pagedId }) => ({ query: { documentId: pagedId } }),
  'redactions.file': ({ pagedId, projectId }) => ({ query: { projectId, documentId: pagedId } }),
  'redactedCells.load': ({ sheetId }) => ({ query: { documentId: sheetId } }),
  'redactedCells.lastGesture': ({ sheetId }) => ({ query: { documentId: sheetId } }),
  ...Object.fromEntries(
    ['redactedCells.save', 'redactedCells.saveInSheet'].map((name, nth) => [
      name,
      ({ sheetId }: Ids) => ({
        body: {
          ...{ documentId: sheetId, gesture: 'gesture-0003' },
          markup: { ...noMarkup, add: [{ key: `cells-000${nth}`, ...firstCell }] },
        },
      }),
    ]),
  ),
  ...Object.fromEntries(
    ['redactedCells.clear', 'redactedCells.ClearRedaction'].map((name) => [
      name,
      ({ sheetId }: Ids) => ({ body: { documentId: sheetId, gesture: 'gesture-0004', revision: 0 } }),
    ]),
  ),
  'redactedCells.copy': ({ sheetId }) => ({ query: { documentId: sheetId } }),
  'redactedCells.GetFile': ({ sheetId }) => ({ query: { documentId: sheetId } }),
  'redactedCells.FetchGrid': ({ sheetId }) => ({
    query: { documentId: sheetId, ...firstOfGrid, revision: 2 },
  }),
  'redactedCells.download': ({ sheetId, projectId }) => ({ query: { documentId: sheetId, projectId } }),
  'redactedCells.Download': ({ sheetId, projectId }) => ({ query: { documentId: sheetId, projectId } }),
  'sheets.file': ({ sheetId }) => ({ query: { documentId: sheetId } }),
  'sheets.cells': ({ sheetId }) => ({
    query: { documentId: sheetId, ...firstOfGrid },
  }),
  'sheets.find': ({ sheetId }) => ({ body: { documentId: sheetId, text: 'a' } }),
  'sheets.findTerms': ({ sheetId }) => ({ body: { documentId: sheetId, terms: [{ tokens: ['a'] }] } }),
  'pages.prepare': ({ snapshotId }) => ({ body: { documents: { snapshotId, except: [] } } }),
  'analysis.related': ({ documentId }) => ({ query: { documentId } }),
  'analysis.personalData': ({ documentId }) => ({ query: { documentId } }),
  'audit.documentHistory': ({ documentId }) => ({ query: { documentId } }),
  'reconcile.readReport': ({ reportId }) => ({ params: { reportId } }),
  'reconcile.exportReports': ({ projectId }) => ({ query: { projectId } }),
  'coding.getForm': ({ formId }) => ({ params: { id: formId } }),
  'coding.read': ({ documentId }) => ({ query: { documentId } }),
  'assignments.standing': ({ batchId }) => ({ query: { batchId } }),
  'coding.save': ({ documentId, formId, formFieldId, fieldId, batchId }) => ({
    ifMatch: ifMatchOf(new Map([[formFieldId, 0]])),
    body: {
      documentId,
      coding_form_id: formId,
      fields: [{ name: 'Notes', value: 'Read.', coding_form_field_id: formFieldId }],
      gaveUp: [{ fieldId, value: 'Not mine.', version: 1 }],
      batchId,
      undo,
      correlationId: 'gesture-0001',
    },
  }),
  'documents.change': ({ documentId, formId, formFieldId, fieldId, batchId }) => ({
    ifMatch: ifMatchOf(new Map([[formFieldId, 0]])),
    body: {
      documentId,
      coding_form_id: formId,
      fields: [{ name: 'Notes', value: 'Read.', coding_form_field_id: formFieldId }],
      gaveUp: [{ fieldId, value: 'Not mine.', version: 1 }],
      batchId,
      undo,
      correlationId: 'gesture-0001',
    },
  }),
  'coding.previewPropagation': ({ documentId, formId, shortFormFieldId }) => ({
    body: {
      documentId,
      coding_form_id: formId,
      fields: [{ name: 'Summary', value: 'Read.', coding_form_field_id: shortFormFieldId }],
      to: ['family'],
    },
  }),
  'coding.joinedSince': ({ documentId }) => ({ query: { documentId } }),
  'bulk.selectedCount': ({ snapshotId }) => ({
    body: { documents: { snapshotId, except: [] }, families: true },
  }),
  'bulk.code': ({ snapshotId, formId, formFieldId }) => ({
    body: {
      documents: { snapshotId, except: [] },
      families: false,
      coding_form_id: formId,
      changes: [{ name: 'Notes', how: 'set', value: 'Read.', coding_form_field_id: formFieldId }],
      correlationId: 'gesture-0001',
    },
  }),
  'bulk.tag': ({ snapshotId, tagId, otherTagId }) => ({
    body: {
      documents: { snapshotId, except: [] },
      families: false,
      add: [tagId],
      remove: [otherTagId],
      correlationId: 'gesture-0001',
    },
  }),
  'bulk.undo': ({ bulkJobId }) => ({ body: { jobId: bulkJobId, correlationId: 'gesture-0001' } }),
  'bulk.redo': ({ bulkJobId }) => ({ body: { jobId: bulkJobId, correlationId: 'gesture-0001' } }),
  'bulk.control': ({ bulkJobId }) => ({ body: { jobId: bulkJobId, action: 'cancel' } }),
  'bulk.get': ({ bulkJobId }) => ({ query: { jobId: bulkJobId } }),
  'bulk.rows': ({ bulkJobId }) => ({ query: { jobId: bulkJobId, show: 'left' } }),
  'files.replace': ({ documentId }) => ({ query: { documentId, fileType: 3 }, body: Buffer.from('Anew.') }),
  'files.replaced': ({ documentId }) => ({ query: { documentId } }),
  'files.replacedBytes': ({ replacedFileId, projectId }) => ({
    params: { replacedFileId },
    query: { projectId },
  }),
  'loads.find': ({ sourceId }) => ({ params: { sourceId } }),
  'loads.look': ({ sourceId, sourceFileId }) => ({
    params: { sourceId },
    body: { sourceFileId, kind: 'delimited', dialect: null },
  }),
  'loads.check': (ids) => ({ params: { sourceId: ids.sourceId }, body: loadOf(ids) }),
  'loads.start': (ids) => ({ params: { sourceId: ids.sourceId }, body: loadOf(ids) }),
  'loads.get': ({ loadJobId }) => ({ params: { jobId: loadJobId } }),
  'loads.faults': ({ loadJobId, projectId }) => ({ params: { jobId: loadJobId }, query: { projectId } }),
  'loads.unused': ({ loadJobId, projectId }) => ({ params: { jobId: loadJobId }, query: { projectId } }),
  'loads.saveTemplate': ({ fieldId }) => ({
    body: { name: 'Sender', columns: [{ name: 'HOT', target: { is: 'field', fieldId } }] },
  }),
  'loads.deleteTemplate': ({ loadTemplateId }) => ({ params: { templateId: loadTemplateId } }),
  'overlay.faults': ({ overlayId, projectId }) => ({ params: { overlayId }, query: { projectId } }),
  'overlay.apply': ({ overlayId }) => ({ params: { overlayId }, body: { correlationId: 'gesture-0001' } }),
  'fields.countDocuments': ({ batchId }) => ({
    body: { field: 'Custodian', query: inBatch(batchId), most: 10 },
  }),
  'fields.set': ({ documentId, choiceFieldId }) => ({
    ifMatch: ifMatchOf(new Map([[choiceFieldId, 1]])),
    body: { documentId, fieldId: choiceFieldId, value: 'Yes', undo, correlationId: 'gesture-0001' },
  }),
  'fields.change': ({ choiceFieldId, choiceId }) => ({
    params: { fieldId: choiceFieldId },
    body: { name: 'Responsive', choices: [{ choiceId, text: 'Indeed' }] },
  }),
  'fields.addValue': ({ choiceFieldId }) => ({
    params: { fieldId: choiceFieldId },
    body: { text: 'Hardly' },
  }),
  // Before its form is put without this field.
  'assignments.create': ({ snapshotId, formId, fieldId, reviewerId }) => ({
    body: {
      assignmentName: 'Second pass',
      documents: { snapshotId, except: [] },
      searchCriteria: null,
      isIncludeFamilies: false,
      batchSize: 10,
      groupBy: 'none',
      codingFormId: formId,
      codingFormReviewedFieldId: fieldId,
      assignedUserList: [reviewerId],
      correlationId: 'gesture-0001',
    },
  }),
  'coding.createForm': (ids) => ({ body: draft('Second pass', ids) }),
  'coding.putForm': (ids) => ({
    params: { id: ids.formId },
    body: draft('First pass', ids, ids.sectionId),
  }),
  'forms.listVersions': ({ formId }) => ({ params: { id: formId } }),
  'forms.getVersion': ({ formId }) => ({ params: { id: formId, version: 1 } }),
  'forms.check': (ids) => ({
    params: { id: ids.formId },
    body: draft('First pass', ids, ids.sectionId),
  }),
  'coding.patchForm': ({ formId }) => ({ params: { id: formId }, body: { isSelected: true } }),
  'tags.apply': ({ documentId, tagId, otherTagId, batchId }) => ({
    body: { documentId, add: [tagId], remove: [otherTagId], batchId, undo, correlationId: 'gesture-0001' },
  }),
  'tags.ofDocument': ({ documentId }) => ({ query: { documentId } }),
  'tags.putOn': ({ documentId, tagId }) => ({ body: { documentId, tagIds: [tagId] } }),
  'tags.takeOff': ({ documentId, otherTagId }) => ({ query: { documentId, tagId: otherTagId } }),
  'tags.documents': ({ tagId }) => ({ query: { tagId } }),
  'tags.create': ({ tagCategoryId }) => ({ body: { tagCategoryId, name: 'Lukewarm' } }),
  'tags.change': ({ tagId }) => ({
    ifMatch: ifMatchOf(new Map([[tagId, 1]])),
    body: { tagId, name: 'Hot' },
  }),
  'tags.updatePosition': ({ tagId }) => ({ body: { tagId, position: 1, viewPageMode: 'settings' } }),
  'tagCategories.change': ({ tagCategoryId }) => ({
    ifMatch: ifMatchOf(new Map([[tagCategoryId, 1]])),
    body: { tagCategoryId, name: 'Issues' },
  }),
  'tagCategories.updatePosition': ({ tagCategoryId }) => ({
    body: { tagCategoryId, position: 0, viewPageMode: 'settings' },
  }),
  // Of versions that nobody has seen: they have to be there for the others.
  'tagCategories.delete': ({ tagCategoryId }) => ({
    ifMatch: ifMatchOf(new Map([[tagCategoryId, 7]])),
    query: { tagCategoryId },
  }),
  'tags.delete': ({ tagId, otherTagId }) => ({
    ifMatch: ifMatchOf(new Map([[tagId, 7]])),
    query: { tagId, replacementTagId: otherTagId },
  }),
  'tags.previewMerge': ({ tagId, otherTagId }) => ({ query: { tagId, intoTagId: otherTagId } }),
  'tags.merge': ({ tagId, otherTagId }) => ({
    body: { tagId, intoTagId: otherTagId, correlationId: 'gesture-0001' },
  }),
  'reconstruct.activity': filtered,
  'reconstruct.summary': filtered,
  // Up to a moment, because what is done here goes on.
  'reconstruct.density': (ids) => {
    const { filter } = filtered(ids).body as { readonly filter: object }
    return { body: { filter: { ...filter, from: { seq: 0 }, to: { seq: 1 } } } }
  },
  'reconstruct.batchesAsOf': ({ assignmentId }) => ({ query: { assignmentId } }),
  'reconstruct.documentAsOf': ({ documentId }) => ({ query: { documentId } }),
  'reconstruct.compare': ({ documentId }) => ({ body: { from: { seq: 0 }, documentId } }),
  'reconstruct.compareTotals': ({ documentId }) => ({ body: { from: { seq: 0 }, documentId } }),
  'reconstruct.exportActivity': ({ documentId, jobId, batchId, projectId, ...of }) => ({
    query: {
      ...{ projectId, format: 'ndjson', documentId, jobId, batchId },
      userIds: [of.reviewerId],
      fieldIds: [of.fieldId],
      tagCategoryIds: [of.tagCategoryId],
    },
  }),
  'documents.search': ({ batchId }) => ({
    body: { ...search, query: inBatch(batchId), pageSize: 25, page: 1 },
  }),
  'collect.exceptionsCsv': ({ jobId, custodianId, projectId }) => ({
    query: { jobId, custodianId, projectId },
  }),
  'leftOut.csv': ({ jobId, projectId }) => ({ query: { kind: 'known', jobId, projectId } }),
  'stages.fullSearch': ({ batchId }) => ({
    body: { ...search, query: inBatch(batchId), pageSize: 25, page: 1, where: null },
  }),
  'stages.promote': ({ snapshotId }) => ({ body: { documents: { snapshotId, except: [] } } }),
  'stages.filter': ({ snapshotId }) => ({ body: { name: 'Out', documents: { snapshotId, except: [] } } }),
  'facets.read': ({ batchId }) => ({
    body: {
      stage: 'review',
      query: inBatch(batchId),
      filter: null,
      facets: [],
      histograms: [],
      matrix: null,
    },
  }),
  'documents.count': ({ batchId }) => ({ body: { query: inBatch(batchId) } }),
  'assignments.update': ({ assignmentId }) => ({
    params: { assignmentId },
    body: { assignmentName: 'First pass', assignedUserList: [], correlationId: 'gesture-0001' },
  }),
  'assignments.batches': ({ assignmentId }) => ({ query: { assignmentId } }),
  'assignments.assign': ({ batchId, reviewerId }) => ({
    body: { batchIds: [batchId], userId: reviewerId, correlationId: 'gesture-0001' },
  }),
  'assignments.reassign': ({ batchId, reviewerId }) => ({
    body: { batchIds: [batchId], userId: reviewerId, correlationId: 'gesture-0001' },
  }),
  'assignments.getBatch': ({ assignmentId }) => ({ body: { assignmentId, correlationId: 'gesture-0001' } }),
  'assignments.checkIn': ({ batchId }) => ({
    body: { batchId, as: 'Pending', correlationId: 'gesture-0001' },
  }),
  'assignments.control': ({ assignmentId }) => ({ body: { assignmentId, action: 'retry' } }),
  'assignments.delete': ({ assignmentId }) => ({ params: { assignmentId } }),
  'documents.clearSnapshot': ({ snapshotId }) => ({ body: { snapshotId } }),
  'coding.deleteForm': ({ formId }) => ({ params: { id: formId } }),
  'collect.discardUpload': ({ uploadId }) => ({ params: { uploadId } }),
  'collect.acceptExceptions': ({ exceptionId }) => ({ body: { exceptionIds: [exceptionId], note: 'Known' } }),
  'fields.delete': ({ fieldId }) => ({ params: { fieldId } }),
  'collect.deleteSource': ({ sourceId }) => ({ params: { sourceId } }),
  'hashLists.remove': ({ hashListId }) => ({ params: { hashListId } }),
  'keywords.report': ({ keywordListId }) => ({ query: { stage: 'review', keywordListId } }),
  'keywords.reportCsv': ({ projectId, keywordListId }) => ({
    query: { projectId, stage: 'review', keywordListId },
  }),
  'keywords.change': ({ keywordListId }) => ({
    params: { keywordListId },
    body: { name: 'Changed', terms: ['oil'], version: 1 },
  }),
  'keywords.delete': ({ keywordListId }) => ({ params: { keywordListId }, query: { version: 2 } }),
  'highlights.save': ({ highlightSetId }) => ({
    body: { ...namedSet('Changed', 'blue'), over: { highlightSetId, version: 1 } },
  }),
  'highlights.order': ({ highlightSetId }) => ({ body: { highlightSetIds: [highlightSetId] } }),
  'highlights.restore': ({ deletedHighlightSetId }) => ({
    body: { highlightSetId: deletedHighlightSetId },
  }),
  'highlights.delete': ({ highlightSetId }) => ({ query: { highlightSetId, version: 2 } }),
  'folders.save': ({ folderId }) => ({
    body: { name: 'Changed', under: 'own', over: { folderId, version: 1 } },
  }),
  'folders.file': ({ folderId, snapshotId }) => ({
    body: {
      ...{ folderId, how: 'fileIn', documents: { snapshotId, except: [] }, families: false },
      correlationId: 'gesture-0001',
    },
  }),
  'folders.filing': ({ filingJobId }) => ({ query: { jobId: filingJobId } }),
  'folders.ofDocument': ({ documentId }) => ({ query: { documentId } }),
  'folders.fileFromFile': ({ folderFileId, folderId }) => ({
    body: { fileId: folderFileId, folderId, correlationId: 'gesture-0001' },
  }),
  'folders.fileRows': ({ projectId, folderFileId }) => ({
    params: { fileId: folderFileId },
    query: { projectId },
  }),
  'folders.restore': ({ deletedFolderId }) => ({ body: { folderId: deletedFolderId } }),
  'folders.delete': ({ folderId }) => ({ query: { folderId } }),
  'savedSearches.save': ({ savedSearchId }) => ({
    body: { ...ownSearch, over: { savedSearchId, version: 1 } },
  }),
  'savedSearches.count': ({ savedSearchId }) => ({ query: { savedSearchId } }),
  'savedSearches.open': ({ savedSearchId }) => ({ body: { savedSearchId } }),
  'savedSearches.delete': ({ savedSearchId }) => ({ query: { savedSearchId } }),
  'samples.population': ({ savedSearchId }) => ({ body: { set: inSavedSearch(savedSearchId) } }),
  'samples.draw': ({ savedSearchId }) => ({
    body: { name: 'Check', set: inSavedSearch(savedSearchId), sizeBy: { size: 1 }, seed: null },
  }),
  'termReports.run': ({ savedSearchId }) => ({
    body: {
      ...{ name: 'Terms', set: inSavedSearch(savedSearchId), lines: ['oil'] },
      ...{ hits: false, byCustodian: false },
    },
  }),
  'searching.ids': ({ savedSearchId }) => ({
    body: { query: inSavedSearch(savedSearchId).query, after: null, size: 10 },
  }),
  'documentList.all': ({ savedSearchId }) => ({
    body: { ...inSavedSearch(savedSearchId), columns: [], after: null, size: 10 },
  }),
  'listTemplates.save': ({ listTemplateId }) => ({
    body: { ...listTemplate, over: { templateId: listTemplateId, version: 1 } },
  }),
  'listTemplates.delete': ({ listTemplateId }) => ({ query: { templateId: listTemplateId } }),
  'templates.save': ({ templateId }) => ({ body: { ...savedFilter, over: { templateId, version: 1 } } }),
  'templates.delete': ({ templateId }) => ({ query: { templateId } }),
  'pages.filesByProject': ({ documentId }) => ({ query: { documentId } }),
  'producedPages.productions': ({ documentId }) => ({ query: { documentId } }),
  'receivedPages.get': ({ documentId }) => ({ query: { documentId } }),
  'receivedPages.image': ({ documentId, projectId }) => ({
    params: { documentId, page: 1 },
    query: { projectId },
  }),
  'producedPages.get': ({ documentId, productionId }) => ({ query: { documentId, productionId } }),
  'producedPages.image': ({ documentId, productionId, projectId }) => ({
    params: { productionId, documentId, page: 1 },
    query: { projectId },
  }),
  'productions.settings': ({ productionId }) => ({ query: { productionId } }),
  'productions.documents': ({ productionId }) => ({ query: { productionId } }),
  'productions.validation': ({ productionId }) => ({ query: { productionId } }),
  'productions.preview': ({ productionId, documentId }) => ({ query: { productionId, documentId } }),
  'productions.previewPage': ({ productionId, documentId, projectId }) => ({
    query: { projectId, productionId, documentId, page: 1 },
  }),
  'productionTemplates.save': ({ productionId }) => ({ body: { productionId, name: 'Protocol' } }),
  'productionTemplates.delete': ({ productionTemplateId }) => ({
    query: { templateId: productionTemplateId },
  }),
  'productions.volumes': ({ productionId }) => ({ query: { productionId } }),
  'productions.quality': ({ productionId }) => ({ query: { productionId } }),
  'productions.downloads': ({ productionId }) => ({ query: { productionId } }),
  'productions.sample': ({ productionId }) => ({ query: { productionId } }),
  'productions.drawSample': ({ productionId }) => ({ body: { productionId, confidence: 95, margin: 5 } }),
  'productions.lookAtSampled': ({ productionId, documentId }) => ({
    body: { productionId, documentId, verdict: 'right', note: '', seen: null },
  }),
  'productions.compare': ({ productionId }) => ({ query: { productionId, otherId: productionId } }),
  'productions.compareDocuments': ({ productionId }) => ({ query: { productionId, otherId: productionId } }),
  'productions.compareFile': ({ productionId, projectId }) => ({
    query: { projectId, productionId, otherId: productionId },
  }),
  'productions.download': ({ productionId, projectId }) => ({
    query: { projectId, productionId, volume: 1 },
  }),
  'privilegeLog.versionRows': ({ versionId }) => ({ query: { versionId } }),
  'privilegeLog.categories': ({ versionId }) => ({ query: { versionId } }),
  'privilegeLog.compare': ({ versionId }) => ({ query: { versionId, otherId: versionId } }),
  'privilegeLog.file': ({ versionId, projectId }) => ({
    query: { projectId, versionId, form: 'documents', format: 'csv' },
  }),
  'privilegeLog.save': ({ documentId }) => ({
    body: {
      changes: [{ documentId, version: 0, values: { Description: 'Ours' } }],
      correlationId: 'gesture-0001',
    },
  }),
  'productions.requiredDocuments': ({ savedSearchId }) => ({ body: { set: inSavedSearch(savedSearchId) } }),
  'productions.applicationTypes': ({ savedSearchId }) => ({
    body: { set: inSavedSearch(savedSearchId), families: true },
  }),
  'productions.change': ({ productionId }) => ({
    body: { productionId, name: 'Another name', settings: produced, version: 1 },
  }),
  'productions.validate': ({ productionId }) => ({ body: { productionId, version: 2 } }),
  'productions.acceptWarning': ({ productionId }) => ({
    body: { productionId, check: 'producedBefore', reason: 'Agreed.' },
  }),
  'productions.run': ({ productionId }) => ({ body: { productionId, version: 1 } }),
  'productions.slipFailed': ({ productionId }) => ({ body: { productionId, slipSheet: { text: 'NONE' } } }),
  'productions.rollback': ({ productionId }) => ({ body: { productionId, release: false } }),
  'productions.deliver': ({ productionId }) => ({ body: { productionId } }),
  'exports.settings': ({ exportId }) => ({ query: { exportId } }),
  'exports.downloads': ({ exportId }) => ({ query: { exportId } }),
  'exports.documents': ({ exportId }) => ({ query: { exportId } }),
  'exports.volumes': ({ exportId }) => ({ query: { exportId } }),
  'exports.download': ({ exportId, projectId }) => ({ query: { projectId, exportId, volume: 1 } }),
  'exports.slipFailed': ({ exportId }) => ({ body: { exportId } }),
  'exports.remove': ({ exportId }) => ({ body: { exportId } }),
  'exports.validateImages': ({ savedSearchId }) => ({
    body: { set: inSavedSearch(savedSearchId), families: true },
  }),
  'exports.start': ({ savedSearchId }) => ({
    body: { name: 'Own use', settings: { ...exportedSettings, set: inSavedSearch(savedSearchId) } },
  }),
  'downloads.link': ({ documentId, productionId }) => ({
    query: { documentId, fileType: '1', productionId },
  }),
}

/** Calls that take documents, or people, by their ids too, asked so; before the others. */
const askedByIds: typeof asked = {
  'bulk.standing': ({ documentId }) => ({ body: { documentIds: [documentId] } }),
  'folders.file': ({ folderId, documentId }) => ({
    body: {
      ...{ folderId, how: 'fileIn', documents: { ids: [documentId] }, families: false },
      correlationId: 'gesture-0001',
    },
  }),
  'ocr.start': ({ documentId }) => ({
    body: { documents: { ids: [documentId] }, withText: true, correlationId: 'gesture-0001' },
  }),
  'pages.prepare': ({ documentId }) => ({ body: { documents: { ids: [documentId] } } }),
  'derivedTexts.checkSummaries': ({ documentId }) => ({
    body: { ...derivedByIds(documentId), by: 'extractive' },
  }),
  'derivedTexts.checkTranslation': ({ documentId }) => ({ body: { ...derivedByIds(documentId), to: 'it' } }),
  'derivedTexts.checkTranscription': ({ documentId }) => ({ body: derivedByIds(documentId) }),
  'derivedTexts.startSummaries': ({ documentId }) => ({
    body: { ...derivedByIds(documentId), sendTo: null, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.startTranslation': ({ documentId }) => ({
    body: { ...derivedByIds(documentId), to: 'it', sendTo, correlationId: 'gesture-0001' },
  }),
  'derivedTexts.startTranscription': ({ documentId }) => ({
    body: { ...derivedByIds(documentId), language: null, sendTo, correlationId: 'gesture-0001' },
  }),
  'bulk.selectedCount': ({ documentId }) => ({ body: { documents: { ids: [documentId] }, families: true } }),
  'termRedactions.find': ({ documentId }) => ({
    body: {
      documents: { ids: [documentId] },
      ...{ terms: ['merger'], personalData: [], correlationId: 'gesture-0001' },
    },
  }),
  'bulk.code': ({ documentId, formId, formFieldId }) => ({
    body: {
      documents: { ids: [documentId] },
      families: false,
      coding_form_id: formId,
      changes: [{ name: 'Notes', how: 'set', value: 'Read.', coding_form_field_id: formFieldId }],
      correlationId: 'gesture-0001',
    },
  }),
  'bulk.tag': ({ documentId, tagId }) => ({
    body: {
      documents: { ids: [documentId] },
      families: false,
      add: [tagId],
      remove: [],
      correlationId: 'gesture-0001',
    },
  }),
  'stages.promote': ({ documentId }) => ({ body: { documents: { ids: [documentId] } } }),
  'stages.filter': ({ documentId }) => ({ body: { name: 'Out', documents: { ids: [documentId] } } }),
  'assignments.update': ({ assignmentId, reviewerId }) => ({
    params: { assignmentId },
    body: { assignmentName: 'First pass', assignedUserList: [reviewerId], correlationId: 'gesture-0001' },
  }),
  'assignments.create': ({ documentId }) => ({
    body: {
      assignmentName: 'Third pass',
      documents: { ids: [documentId] },
      searchCriteria: null,
      isIncludeFamilies: false,
      batchSize: 10,
      groupBy: 'none',
      codingFormId: null,
      codingFormReviewedFieldId: null,
      assignedUserList: [],
      correlationId: 'gesture-0001',
    },
  }),
}

const logReport = {
  browser: 'browser-0001',
  log: 'log-00000001',
  seq: 1,
  version: '1.0.0',
  clockOffset: null,
  reconciledAt: null,
  reconciledTo: 0,
  counts: { acknowledged: 0, matched: 0, differs: 0, missing: 0, unsent: 0, localOnly: 0 },
  odd: [],
}

const notTried = new Set([
  // Made by browsers; names no record.
  'correlationId',
  'commandIds',
  // A kind of field.
  'field_type_id',
])

/** One or the other, in a list as of a moment: tried in reconstruct.test.ts. */
const triedElsewhere = new Set([
  // A type of fields: the same in every project.
  ...['check', 'start', 'saveTemplate'].map((call) => `loads.${call} body.typeId`),
  // In term-redactions.test.ts: one's own searches, and what they found.
  ...[
    'get params',
    'places params',
    'tick params',
    'apply params',
    'undo params',
    'redo params',
    'stop params',
  ].map((place) => `termRedactions.${place}.jobId`),
  ...['places query.documentId', 'tick body.documentId', 'tick body.placeIds'].map(
    (place) => `termRedactions.${place}`,
  ),
  // In redactions.test.ts and redacted-cells.test.ts: keys that browsers choose.
  ...['redactions.save', 'redactedCells.save', 'redactedCells.saveInSheet'].flatMap((name) => [
    `${name} body.add`,
    `${name} body.remove`,
  ]),
  // In search-reports.test.ts: reports and samples of others, and one's own past searches alone.
  ...['get query', 'delete query', 'csv query'].map((place) => `termReports.${place}.termReportId`),
  'termReports.csv query.projectId',
  'samples.delete query.sampleId',
  'searching.forget query.pastSearchId',
  // One's own note of where one has searched: nothing is looked up by it.
  'searching.remember body.objectId',
  // In client-settings.test.ts: of the system's administrators alone, who work for every client.
  'company.delete body.companyIds',
  // In project-end.test.ts and project-erasure.test.ts.
  'projectEnd.releaseHold body.holdId',
  'projectEnd.certificate params.deletionId',
  'projectEnd.certificate query.companyId',
  'reconstruct.listAsOf body.fieldId',
  'reconstruct.listAsOf body.tagCategoryId',
  // In batches-past.test.ts.
  'reconstruct.listAsOf body.batchId',
  // In grants.test.ts: people of the client may be added, whatever project they are in.
  'project.putMember body.userId',
  'project.deleteMember body.userId',
  'support.close body.accessId',
  // In api-keys.test.ts.
  'apiKeys.make body.projectIds',
  'apiKeys.revoke body.keyId',
  // In contact.test.ts.
  'contact.support body.fileIds',
  'contact.fileBytes params.fileId',
  // In client-people.test.ts: people are a client's, whatever project they are in.
  'clientPeople.get query.companyId',
  'clientPeople.get query.userId',
  'clientPeople.projectRoles query.companyId',
  'clientPeople.projectRoles query.userId',
  ...['change', 'act', 'putProjectRole', 'deleteProjectRole'].flatMap((name) => [
    `clientPeople.${name} body.companyId`,
    `clientPeople.${name} body.userId`,
  ]),
  'clientPeople.putProjectRole body.projectId',
  'clientPeople.deleteProjectRole body.projectId',
  // In invitations.test.ts.
  'invitations.resend body.companyId',
  'invitations.resend body.invitationId',
  'invitations.revoke body.companyId',
  'invitations.revoke body.invitationId',
  // In walls.test.ts.
  'walls.seeAs body.userId',
  'walls.preview body.groupId',
  'walls.preview body.userIds',
  'walls.preview body.partId',
  'walls.put body.groupId',
  'walls.put body.userIds',
  'walls.put body.partId',
  // In saml.test.ts.
  'sso.get query.companyId',
  'sso.put body.companyId',
  'sso.put body.providerId',
  'sso.delete body.companyId',
  'sso.addresses query.companyId',
  'sso.try query.companyId',
  'sso.response params.companyId',
  // In stages.test.ts.
  'stages.promote body.objectId',
  'stages.filter body.objectId',
  'stages.filter body.filterJobId',
  'stages.rollBack body.jobId',
  'stages.takeOut body.documentId',
  // In exceptions.test.ts.
  'collect.acceptExceptions body.jobId',
  'collect.acceptExceptions body.custodianId',
  // In exports.test.ts: a link opens for the session that has asked for it.
  'downloads.open query.projectId',
  // In productions.test.ts: looked up when a production is validated.
  'productions.create body.objectId',
  'productions.change body.objectId',
  // How the documents were found: told and not looked up.
  'assignments.create body.objectId',
])

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** The names of the ids that a schema has, however deep. */
function idsIn({ properties = {}, items, anyOf = [] }: Shape, name = ''): string[] {
  const members = Object.entries(properties).flatMap(([key, member]) => idsIn(member, key))
  const others = [...(items === undefined ? [] : [items]), ...anyOf].flatMap((shape) => idsIn(shape, name))
  const own =
    // What is taken out of a selection, or was seen before, is compared with what is there and never looked up.
    /(^id|Ids?|_id|^ids|^add|^remove|^replaces|^assignedUserList)$/.test(name) && !notTried.has(name)
      ? [name]
      : []
  return [...new Set([...members, ...others, ...own])]
}

const parts = ['params', 'query', 'body'] as const
const idsOf = (call: AnyCall): string[] =>
  parts.flatMap((part) => {
    if (part === 'body' && (call.rawBody === true || call.formBody === true)) return []
    const shape: Shape = JSON.parse(
      JSON.stringify(z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' })),
    )
    return idsIn(shape)
      .map((name) => `${part}.${name}`)
      .filter((place) => !triedElsewhere.has(`${call.name} ${place}`))
  })

type Place = readonly (string | number)[]

/** Where two values differ: the places of the ids, if they are the same call in two projects. */
function differences(one: unknown, other: unknown, at: Place = []): Place[] {
  if (Object.is(one, other) || Buffer.isBuffer(one)) return []
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return [at]
  return Object.entries(one).flatMap(([key, value]) =>
    differences(value, Object.entries(other).find(([known]) => known === key)?.[1], [...at, key]),
  )
}

const valueAt = (value: unknown, at: Place): unknown =>
  at.reduce<unknown>((inner, key) => Object(inner)[key], value)

/** The same, but for what stands in one place. */
function replaced<T>(value: T, [key, ...rest]: Place, by: unknown): T {
  if (key === undefined) return by as T
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest, by)) as T
  return { ...value, [key]: replaced(Object(value)[key], rest, by) }
}

/** Answers that are no 404, and why they tell nothing of other projects. */
const otherAnswers: Readonly<Record<string, number>> = {
  // A count of what the project has of them: none.
  'derivedTexts.checkSummaries body.documents.ids.0': 200,
  'derivedTexts.checkTranslation body.documents.ids.0': 200,
  'derivedTexts.checkTranscription body.documents.ids.0': 200,
  'derivedTexts.startSummaries body.documents.ids.0': 400,
  // There is no endpoint to send anything to.
  'derivedTexts.startTranslation body.documents.ids.0': 409,
  'derivedTexts.startTranscription body.documents.ids.0': 409,
  // A filter that nothing passes.
  ...Object.fromEntries(
    ['userIds', 'fieldIds', 'tagCategoryIds'].flatMap((name) => [
      ...['activity', 'summary', 'density'].map((call) => [`reconstruct.${call} body.filter.${name}.0`, 200]),
      [`reconstruct.exportActivity query.${name}.0`, 200],
    ]),
  ),
  // The file of this project does not wait any more, which is said before anything else; no other file waits in its source.
  ...Object.fromEntries(
    ['rows.sourceFileId', 'images.sourceFileId', 'columns.1.target.fieldId'].flatMap((place) => [
      [`loads.check body.${place}`, 409],
      [`loads.start body.${place}`, 409],
    ]),
  ),
  // Documents that are not in review are left out of a selection, and of what is done with it.
  'bulk.standing body.documentIds.0': 200,
  'bulk.selectedCount body.documents.ids.0': 200,
  'bulk.code body.documents.ids.0': 200,
  'bulk.tag body.documents.ids.0': 200,
  'folders.file body.documents.ids.0': 200,
  'pages.prepare body.documents.ids.0': 200,
  // There is nothing in it to be recognised.
  'ocr.start body.documents.ids.0': 400,
  // It is no part of the result: position -1.
  'documents.locate query.documentId': 200,
  // Nothing to drop.
  'documents.clearSnapshot body.snapshotId': 204,
  // Names a part of the form or the field, which it is no part of.
  'coding.save body.fields.0.coding_form_field_id': 400,
  'documents.change body.fields.0.coding_form_field_id': 400,
  'coding.previewPropagation body.fields.0.coding_form_field_id': 400,
  'bulk.code body.changes.0.coding_form_field_id': 400,
  'coding.createForm body.sections.0.fields.0.fieldId': 409,
  'coding.putForm body.sections.0.fields.0.fieldId': 409,
  'coding.createForm body.sections.0.fields.0.choices.0.choiceId': 400,
  'coding.putForm body.sections.0.fields.0.choices.0.choiceId': 400,
  'coding.putForm body.sections.0.sectionId': 400,
  // It says what would be lost, and refuses nothing.
  'forms.check body.sections.0.fields.0.choices.0.choiceId': 200,
  'forms.check body.sections.0.sectionId': 200,
  'forms.check body.sections.0.fields.0.fieldId': 200,
  'fields.change body.choices.0.choiceId': 400,
  // People are no project's: this one is no reviewer of it.
  'assignments.assign body.userId': 400,
  'assignments.reassign body.userId': 400,
  'assignments.create body.assignedUserList.0': 400,
  'assignments.update body.assignedUserList.0': 400,
}

const takesAway = ({ name }: AnyCall): boolean =>
  ['documents.clearSnapshot', 'folders.delete', 'savedSearches.delete'].includes(name)

const calls = [askedByIds, asked]
  .flatMap((all) =>
    Object.entries(all).flatMap(([name, ask]) => {
      const call = allCalls.find((one) => one.name === name)
      return call === undefined ? [] : [{ call, ask }]
    }),
  )
  // What others are asked of is taken away in the end.
  .toSorted((one, other) => Number(takesAway(one.call)) - Number(takesAway(other.call)))

it('every call that takes an id is tried, with all of its ids', () => {
  const world = (n: number): Ids => ({
    ...{
      companyId: n,
      projectId: n,
      custodianId: n,
      sourceId: n,
      jobId: n,
      exceptionId: n,
      sourceFileId: n,
      documentId: n,
      pagedId: n,
      sheetId: n,
      conversationId: n,
      hashListId: n,
      bulkJobId: n,
    },
    ...{
      uploadId: `u${n}`,
      snapshotId: `s${n}`,
      formId: n,
      formFieldId: n,
      shortFormFieldId: n,
      sectionId: n,
      choiceId: n,
      tagCategoryId: n,
      tagId: n,
      otherTagId: n,
      reportId: n,
      fieldId: n,
      choiceFieldId: n,
      overlayId: n,
      replacedFileId: n,
      assignmentId: n,
      batchId: n,
      reviewerId: n,
      templateId: n,
      savedSearchId: n,
      listTemplateId: n,
      folderId: n,
      deletedFolderId: n,
      folderFileId: n,
      filingJobId: n,
      keywordListId: n,
      highlightSetId: n,
      deletedHighlightSetId: n,
      productionId: n,
      versionId: n,
      loadJobId: n,
      loadTemplateId: n,
      exportId: n,
      productionTemplateId: n,
    },
  })
  for (const call of allCalls) {
    const ids = idsOf(call)
    const tried = [asked, askedByIds].flatMap((all) => all[call.name] ?? [])
    const places = tried.flatMap((ask) => differences(ask(world(1)), ask(world(2))))
    const names = places
      .filter(([part]) => part !== 'ifMatch')
      .map(([part, ...rest]) => `${part}.${rest.findLast((key) => Number.isNaN(Number(key)))}`)
    expect({ call: call.name, ids: [...new Set(names)].sort() }).toEqual({
      call: call.name,
      ids: [...new Set(ids)].sort(),
    })
  }
})

describe.each(costlyDialects)('ids of other projects, on %s', (dialect) => {
  let server: TestServer
  let own: number
  let foreign: number
  beforeAll(async () => {
    // There is a folder to collect from: what is refused is the source.
    const folder = join(import.meta.dirname, 'children')
    const env = { AFFIANT_COLLECT_FROM: `${folder}=company-1,company-2` }
    server = await startServer({ dialect, env })
    own = await server.company()
    foreign = await server.company()
  })
  afterAll(() => server.close())

  /** A project with one of everything, as somebody made it who may do all of it. */
  async function world(companyId: number, codingForms: boolean, user: TestUser): Promise<Ids> {
    const project = await server.project(companyId, { codingForms: true })
    // A client administrator codes with a role in the project alone.
    await server.member(project, user.userId, 'ProjectManager')
    const { custodianId } = (await server.call(user, createCustodian, { project, body: { name: 'Rivera' } }))
      .data
    const sourceId = await newSource(server, user, project, custodianId)
    const upload = async (fileName: string, size: number) =>
      (await server.call(user, beginUpload, { project, body: { fileName, size, sourceId } })).data.uploadId
    const attachments = [
      { name: 'a.pdf', type: 'application/pdf', bytes: pdf({}) },
      { name: 'b.csv', type: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') },
    ]
    const bytes = mbox([message({ id: 'one', attachments }), damaged])
    const bring = async (name: string, body: Buffer) => {
      const params = { uploadId: await upload(name, body.length) }
      await server.call(user, putChunk, { project, params, query: { offset: 0 }, body })
      await server.call(user, finishUpload, { project, params, body: {} })
    }
    await bring('box.mbox', bytes)
    await bring('team.zip', team)
    const jobId = await processed(server, user, project, sourceId)
    await settledJob(server.services, jobId)
    await allSettled(server.services)
    const { data: exceptions } = (await server.call(user, listExceptions, { project })).data
    const { read, write } = server.services.records
    const [documentId = 0, pagedId = 0, sheetId = 0] = (
      await read
        .selectFrom('document')
        .select('document_id')
        .where('project_id', '=', project)
        .orderBy('control')
        .execute()
    ).map(({ document_id }) => document_id)
    const { document_id: conversationId } = await read
      .selectFrom('document')
      .select('document_id')
      .where('project_id', '=', project)
      .where('mime_type', '=', conversationType)
      .executeTakeFirstOrThrow()
    const list = { name: 'NSRL', version: '1', fileName: 'list.txt', size: 10 }
    const { hashListId } = (await server.call(user, beginHashList, { project, body: list })).data
    // As one whose text can be recognised.
    await write('interactive', async (trx) => {
      await trx
        .updateTable('document')
        .set({ mime_type: 'image/png', has_text: 0 })
        .where('document_id', '=', documentId)
        .execute()
    })
    const { snapshotId } = (
      await server.call(user, searchDocuments, { project, body: { ...search, pageSize: 25, page: 1 } })
    ).data
    const form = (await server.call(user, createForm, { project, body: everyType })).data
    const fields = form.sections.flatMap((section) => section.fields)
    const [tagCategoryId = 0, tagId = 0, otherTagId = 0] = await write('interactive', async (trx) => {
      const { tag_category_id } = await trx
        .insertInto('tag_category')
        .values({ project_id: project, name: 'Issues', position: 0, exclusive: 0 })
        .returning('tag_category_id')
        .executeTakeFirstOrThrow()
      const rows = await trx
        .insertInto('tag')
        .values(
          ['Hot', 'Cold'].map((name, position) => ({ tag_category_id, name, position, quick_key: null })),
        )
        .returning('tag_id')
        .execute()
      return [tag_category_id, ...rows.map(({ tag_id }) => tag_id)]
    })
    await server.call(user, report, { project, body: logReport })
    const { data: logs } = (await server.call(user, reports, { project })).data
    const { data: bulk } = await server.call(user, bulkCode, {
      project,
      key: `command-world-${project}`,
      body: {
        documents: { ids: [documentId] },
        families: false,
        coding_form_id: form.coding_form_id,
        changes: [{ ...choose(fields, 'Responsive'), how: 'set', value: 'Yes' }],
        correlationId: 'gesture-0001',
      },
    })
    await settledJob(server.services, bulk.jobId)
    const reviewer = await server.user({ role: 'Reviewer', companyId })
    await server.member(project, reviewer.userId, 'Reviewer')
    const { data: made } = await server.call(user, createAssignment, {
      project,
      key: `command-assign-${project}`,
      body: {
        assignmentName: 'First pass',
        documents: { ids: [documentId] },
        searchCriteria: null,
        isIncludeFamilies: false,
        batchSize: 10,
        groupBy: 'none',
        codingFormId: null,
        codingFormReviewedFieldId: null,
        assignedUserList: [],
        correlationId: 'gesture-0001',
      },
    })
    await settledJob(server.services, made.jobId)
    const { assignmentId } = made
    const { data: batches } = (await server.call(user, listBatches, { project, query: { assignmentId } }))
      .data
    const { data: checked } = await server.call(user, checkCustomIds, {
      project,
      body: Buffer.from('Control_Number,Custom_Id\nAFF00000001,One\n'),
    })
    await server.call(user, replaceFile, {
      project,
      query: { documentId, fileType: 3 },
      body: Buffer.from('Typed.'),
    })
    const { data: replaced } = (await server.call(user, replacedFiles, { project, query: { documentId } }))
      .data
    const { data: template } = await server.call(user, saveTemplate, {
      project,
      body: { ...savedFilter, over: null },
    })
    const { data: files } = (
      await server.call(user, listSourceFiles, { project, params: { sourceId }, query: {} })
    ).data
    const { data: keywords } = await server.call(user, createKeywordList, {
      project,
      body: { name: 'Keywords', terms: ['oil'] },
    })
    const newSet = async (body: ReturnType<typeof namedSet>) =>
      (await server.call(user, saveHighlightSet, { project, body: { ...body, over: null } })).data
        .highlightSetId
    const deletedHighlightSetId = await newSet(namedSet('Gone', 'pink'))
    await server.call(user, deleteHighlightSet, {
      project,
      query: { highlightSetId: deletedHighlightSetId, version: 1 },
    })
    const highlightSetId = await newSet(namedSet('Names', 'blue'))
    const { data: saved } = await server.call(user, saveSearch, {
      project,
      body: { ...ownSearch, over: null },
    })
    const { data: shape } = await server.call(user, saveListTemplate, {
      project,
      body: { ...listTemplate, over: null },
    })
    const newFolder = async (name: string) =>
      (await server.call(user, saveFolder, { project, body: { name, under: 'own', over: null } })).data
        .folderId
    const [folderId, deletedFolderId] = [await newFolder('Hot'), await newFolder('Gone')]
    await server.call(user, deleteFolder, { project, query: { folderId: deletedFolderId } })
    const { data: folderFile } = await server.call(user, uploadFolderFile, {
      project,
      body: Buffer.from('AFF00000001\n'),
    })
    const { data: filing } = await server.call(user, fileDocuments, {
      project,
      key: `command-file-${project}`,
      body: {
        ...{ folderId, how: 'fileIn', documents: { ids: [documentId] }, families: false },
        correlationId: 'gesture-0001',
      },
    })
    await settledJob(server.services, filing.jobId)
    const { data: production } = await server.call(user, insertProduction, {
      ...{ project, key: `command-produce-${project}` },
      body: { name: 'First volume', settings: produced as ProductionSettings },
    })
    const { data: logVersion } = await server.call(user, makeLogVersion, {
      ...{ project, key: `command-log-${project}` },
      body: { name: 'First log' },
    })
    const { data: beginning } = await server.call(user, beginExport, { project })
    const { data: exported } = await server.call(user, startExport, {
      ...{
        project,
        key: `command-export-${project}`,
        body: { name: 'Own use', settings: beginning.settings },
      },
    })
    await settledJob(server.services, exported.job.jobId)
    const { data: protocol } = await server.call(user, saveProductionTemplate, {
      ...{ project, key: `command-protocol-${project}` },
      body: { productionId: production.productionId, name: 'First protocol' },
    })
    if (!codingForms) await server.call(user, putSettings, { project, body: { codingForms } })
    return {
      savedSearchId: saved.savedSearchId,
      listTemplateId: shape.templateId,
      ...{ folderId, deletedFolderId, folderFileId: folderFile.fileId, filingJobId: filing.jobId },
      templateId: template.templateId,
      keywordListId: keywords.keywordListId,
      ...{ highlightSetId, deletedHighlightSetId },
      ...{ productionId: production.productionId, versionId: logVersion.versionId },
      ...(await addLoad(project, sourceId, user.userId)),
      exportId: exported.exportId,
      productionTemplateId: protocol.templateId,
      overlayId: checked.overlayId,
      replacedFileId: replaced[0]?.replacedFileId ?? 0,
      choiceFieldId: fields.find(({ field_name }) => field_name === 'Responsive')?.fieldId ?? 0,
      assignmentId,
      batchId: batches[0]?.batchId ?? 0,
      reviewerId: reviewer.userId,
      bulkJobId: bulk.jobId,
      companyId,
      projectId: project,
      custodianId,
      sourceId,
      sourceFileId: files[0]?.sourceFileId ?? 0,
      jobId,
      exceptionId: exceptions[0]?.exceptionId ?? 0,
      documentId,
      pagedId,
      sheetId,
      conversationId,
      hashListId,
      uploadId: await upload('half.mbox', 10),
      snapshotId,
      formId: form.coding_form_id,
      shortFormFieldId: fields.find(({ field_name }) => field_name === 'Summary')?.coding_form_field_id ?? 0,
      sectionId: form.sections[0]?.sectionId ?? 0,
      formFieldId: fields.find(({ field_name }) => field_name === 'Notes')?.coding_form_field_id ?? 0,
      choiceId: fields.find(({ field_name }) => field_name === 'Responsive')?.values[0]?.choiceId ?? 0,
      tagCategoryId,
      tagId,
      otherTagId,
      reportId: logs[0]?.reportId ?? 0,
      fieldId: fields.find(({ field_name }) => field_name === 'Notes')?.fieldId ?? 0,
    }
  }

  /** A load that is over, and a mapping template. */
  const addLoad = (project: number, sourceId: number, userId: number) =>
    server.services.records.write('interactive', async (trx) => {
      const loadJobId = await server.services.jobs.enqueue(trx, {
        ...{ projectId: project, kind: 'load', title: 'Received', input: null, bytesTotal: 0 },
        ...{ createdBy: userId, sourceId },
      })
      await trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', loadJobId).execute()
      await trx
        .insertInto('load_job')
        .values({
          ...{
            job_id: loadJobId,
            project_id: project,
            source_id: sourceId,
            command_id: `command-load-${project}`,
          },
          ...{ role: 'ClientAdmin', settings: JSON.stringify(loadOf({ sourceFileId: 1, fieldId: 1 })) },
          counts: JSON.stringify(noCounts),
          ...{ made: JSON.stringify(nothingMade), fault_count: 0 },
        })
        .execute()
      const { template_id } = await trx
        .insertInto('load_template')
        .values({
          ...{ project_id: project, name: 'Received', name_key: 'received', columns_said: '[]' },
          ...{ saved_by: userId, saved_at: new Date().toISOString() },
        })
        .returning('template_id')
        .executeTakeFirstOrThrow()
      return { loadJobId, loadTemplateId: template_id }
    })

  /** How much there is in a project: what must not change where it is only named from elsewhere. */
  const amount = async ({ projectId }: Ids): Promise<number> => {
    const rows = await server.services.records.read
      .selectFrom('audit')
      .select('audit_id')
      .where('project_id', '=', projectId)
      .execute()
    return rows.length
  }

  // They may do all of this in both projects of their client: that an id is refused is no matter of rights.
  it('are answered like ids of nothing', { timeout: 300_000, ...inDeepRun }, async () => {
    const user = await server.user({ role: 'ClientAdmin', companyId: own })
    const stranger = await server.user({ role: 'ClientAdmin', companyId: foreign })
    const maker = (companyId: number, codingForms: boolean) =>
      world(companyId, codingForms, companyId === own ? user : stranger)
    let key = 0
    for (const codingForms of [true, false]) {
      const here = await maker(own, codingForms)
      const others = [await maker(own, codingForms), await maker(foreign, codingForms)]
      // What was done there is analysed behind it.
      await allSettled(server.services)
      const before = await Promise.all(others.map(amount))
      const send = (call: AnyCall, given: CallOptions<AnyCall>) =>
        server.call(user, call, {
          ...given,
          ...(call.scope === 'project' && call.rawReply !== true ? { project: here.projectId } : {}),
          ...(call.idempotencyKey === 'required' ? { key: `command-number-${key++}` } : {}),
        })
      for (const { call, ask } of calls) {
        const isOfTags = /^tag(s|Categories)\./.test(call.name) && call.method !== 'GET'
        if (codingForms && (isOfTags || call.name === 'bulk.tag')) continue
        if (!codingForms && ofForms.has(call.name)) continue
        for (const other of others) {
          for (const at of differences(ask(here), ask(other))) {
            const place = at.join('.')
            // They may name their client, and every project of it.
            if (/(companyId|rojectId)$/.test(place) && other.companyId === own) continue
            const real = valueAt(ask(other), at)
            if (at[0] === 'ifMatch') continue
            const none = typeof real === 'number' ? 987_654_321 : 'nothing-of-that-name'
            const given = await send(call, replaced(ask(here), at, real))
            const absent = await send(call, replaced(ask(here), at, none))
            const what = `${call.name} ${place}`
            expect({ what, status: given.status }).toEqual({ what, status: otherAnswers[what] ?? 404 })
            const ids = [none, real]
            expect(said(given.raw.body, ids), what).toEqual(said(absent.raw.body, ids))
          }
        }
        // That was for the id's sake, and for nothing else that is wrong with the call.
        const { status } = await send(call, ask(here))
        expect({ call: call.name, status }).toEqual({
          call: call.name,
          status: withoutImages.has(call.name) ? 404 : expect.toBeOneOf([200, 204, 409, 412]),
        })
      }
      expect(await Promise.all(others.map(amount))).toEqual(before)
    }
  })
})

/** Of a document that came without images they answer 404, too; loads.test.ts has one that came with some. */
const withoutImages: ReadonlySet<string> = new Set(['receivedPages.get', 'receivedPages.image'])

/** What a project without coding forms refuses, whatever is named. */
const ofForms: ReadonlySet<string> = new Set([
  ...[
    'bulk.code',
    'coding.save',
    'documents.change',
    'coding.createForm',
    'coding.putForm',
    'coding.patchForm',
    'coding.deleteForm',
  ],
])

/** An export of a chat with one message. */
const team = zip(
  Object.entries({
    'users.json': [{ id: 'U1', name: 'ann' }],
    'channels.json': [{ id: 'C1', name: 'general' }],
    'general/2024-01-02.json': [{ user: 'U1', text: 'hello', ts: '1704189600.000001' }],
  }).map(([name, rows]) => ({ name, bytes: Buffer.from(JSON.stringify(rows)) })),
)

/** A field of a form, as a change names it. */
function choose(fields: readonly { field_name: string; coding_form_field_id: number }[], name: string) {
  const field = fields.find(({ field_name }) => field_name === name)
  return { name, coding_form_field_id: field?.coding_form_field_id ?? 0 }
}

/** An answer without what is different each time: whichever of these ids it was asked with. */
const said = (body: string, ids: readonly unknown[]): string =>
  ids.reduce<string>(
    (left, id) => left.replaceAll(String(id), 'ID'),
    body
      .replace(/"requestId":"[^"]*"/, '')
      // Jobs and rows of the trail are counted through, and the trail goes on.
      .replace(/"jobId":\d+|"auditIds":\[[\d,]*\]|"last":"[^"]*"/g, ''),
  )
