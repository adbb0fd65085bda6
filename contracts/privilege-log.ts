/**
 * The privilege log: what of a project is withheld from the other side, or redacted for privilege, with who wrote it to whom,
 * and why it is claimed (docs/decisions/0141-privilege-log.md). Its rows are made from the record at the moment of asking; what
 * people write into them is kept beside that, and a version keeps all of it as it stood.
 *
 * For a table that is edited in place: `privilegeLog.rows` tells the columns in their order with the first and every page;
 * `values` has what each cell shows, by the source of its column. `privilegeLog.save` sets cells of one or many rows at once,
 * all or nothing, and answers with these rows as they are now; saving the values of before, with the new versions, takes it
 * back. A cell that is saved as null shows what the record says again.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'
import { dateForms, doneBy } from './production-settings.ts'

export const privilegeLogLimits = {
  columns: 60,
  /** Labels and reasons of redactions that mean privilege. */
  labels: 100,
  lawyers: 2_000,
  people: 2_000,
  spellings: 50,
  bases: 50,
  phrases: 200,
  /** Characters of a phrase, and of a basis. */
  phrase: 2_000,
  /** Characters of a cell that somebody has written. */
  cell: 5_000,
  /** Rows that are changed at once. */
  atOnce: 200,
  /** Rows of one answer. */
  page: 200,
  /** Versions of a project. */
  versions: 200,
  nameLength: 100,
  /** Rows of a log: more are not made. */
  rows: 100_000,
  /** Documents that a query of `gaps` finds. */
  inQuery: 1_000,
} as const

/** What a column can be made from, beside the fields of the project (by their names in queries). */
export const logSources = [
  'Log_Number',
  'Control_Number',
  /** The latest production that has the document: its name, and the numbers of the document. */
  'Production',
  'Begin_Bates',
  'End_Bates',
  /** When it was sent, or else written. */
  'Date',
  /** The kind of document, as E-mail. */
  'Type',
  /** Who sent it, or else wrote it. */
  'Author',
  'To',
  'CC',
  'BCC',
  /** The subject, or else the title or the name of the file. */
  'Title',
  /** The control number of the top document of its family; empty: it stands alone. */
  'Family',
  /** How many documents are attached to it. */
  'Attachments',
  /** Lawyers among author and recipients. */
  'Attorneys',
  'Basis',
  'Description',
  'Treatment',
  /** Pages, or sheets, that have a redaction for privilege. */
  'Redacted_Pages',
] as const
export type LogSource = (typeof logSources)[number]

/** Nobody writes into these: what they say follows from what was done. */
export const unwritten: readonly LogSource[] = [
  ...(['Log_Number', 'Control_Number', 'Production', 'Begin_Bates', 'End_Bates'] as const),
  ...(['Treatment', 'Redacted_Pages'] as const),
]

/** One line, without characters that cannot be seen. */
const oneLine = (most: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(most),
    z.refine((text) => /^\P{Cc}*$/u.test(text), 'One line, without characters that cannot be seen.'),
  )

const source = z.string().check(z.minLength(1), z.maxLength(200))
/** A query of the project, as it is typed. */
const query = z.string().check(z.minLength(1), z.maxLength(20_000))

export const logColumn = z.strictObject({
  /** One of `logSources`, or a field of the project by its name in queries. */
  source,
  /** As the log calls it. */
  heading: oneLine(100),
})
export type LogColumn = z.infer<typeof logColumn>

export const privilegeLogSettings = z.strictObject({
  withheld: z.strictObject({
    /** What it finds is withheld, as `Privileged:yes`; null: nothing by a query. */
    query: z.nullable(query),
    /** What a production withholds by its rules is on the log, too. */
    productions: z.boolean(),
  }),
  redacted: z.strictObject({
    /** A redaction that has one of these labels, or one of these reasons, is made for privilege; ignoring case. */
    labels: z.array(oneLine(40)).check(z.maxLength(privilegeLogLimits.labels)),
    reasons: z.array(oneLine(200)).check(z.maxLength(privilegeLogLimits.labels)),
  }),
  /** In their order. */
  columns: z.array(logColumn).check(z.minLength(1), z.maxLength(privilegeLogLimits.columns)),
  /** Names, addresses, or domains as `@firm.example`, ignoring case: whoever is one of these is marked. */
  lawyers: z.array(oneLine(320)).check(z.maxLength(privilegeLogLimits.lawyers)),
  lawyerMark: z.enum(['*', 'Esq.']),
  /** What is written for a person, whichever of these names or addresses a document has. */
  people: z
    .array(
      z.strictObject({
        name: oneLine(200),
        spellings: z.array(oneLine(320)).check(z.minLength(1), z.maxLength(privilegeLogLimits.spellings)),
      }),
    )
    .check(z.maxLength(privilegeLogLimits.people)),
  /** Fields of the project, by their names in queries, that the cells are filled from; null: people write all of them. */
  basisField: z.nullable(source),
  descriptionField: z.nullable(source),
  /** What is offered for a basis, beside what the field has. */
  bases: z.array(oneLine(privilegeLogLimits.phrase)).check(z.maxLength(privilegeLogLimits.bases)),
  /** What is offered for a description: a space comes behind one where somebody writes on. */
  phrases: z.array(oneLine(privilegeLogLimits.phrase)).check(z.maxLength(privilegeLogLimits.phrases)),
  /** How dates are written. */
  dates: z.strictObject({
    form: z.enum(dateForms),
    /** Hours, minutes and seconds behind the day. */ time: z.boolean(),
  }),
})
export type PrivilegeLogSettings = z.infer<typeof privilegeLogSettings>

const settingsReply = z.object({
  /** 0: nobody has saved any, and these are what a log begins with. */
  version: z.int(),
  changed: z.nullable(doneBy),
  settings: privilegeLogSettings,
  /** Fields of the project that the basis and the description can be filled from, and, where they may leave, columns. */
  fields: z.array(
    z.object({
      name: z.string(),
      displayName: z.string(),
      /** False: the project leaves it out of exports. */
      mayLeave: z.boolean(),
    }),
  ),
  /** Labels and reasons that redactions of the project have now, the most frequent first. */
  labels: z.array(z.string()),
  reasons: z.array(z.string()),
})

export const getLogSettings = call({
  name: 'privilegeLog.settings',
  method: 'GET',
  path: '/job/privilege-log/settings',
  needs: 'production.view',
  scope: 'project',
  reply: settingsReply,
  summary: 'What the privilege log of the project is made by.',
})

export const saveLogSettings = call({
  name: 'privilegeLog.saveSettings',
  method: 'POST',
  path: '/job/privilege-log/settings',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ settings: privilegeLogSettings, /** As it was seen. */ version: z.int() }),
  reply: settingsReply,
  summary:
    'Change what the privilege log is made by. 409 where somebody has changed it since it was seen; 400 with the place of the ' +
    'fault where its query cannot be read, or a field is not there.',
})

export const logTreatment = z.enum(['withheld', 'redacted'])
export type LogTreatment = z.infer<typeof logTreatment>

/** What a cell shows, by the source of its column: those of the settings, and always Author, Basis and Description. */
const values = z.record(z.string(), z.string())

/** A value that is another one now. */
const changedValue = z.object({ source: z.string(), was: z.string(), is: z.string() })
export type ChangedValue = z.infer<typeof changedValue>

export const logRow = z.object({
  documentId: id,
  controlNumber: z.string(),
  /** Given when a version is made, and kept from then on; null: it is in no version yet. */
  logNumber: z.nullable(z.int()),
  treatment: logTreatment,
  /** Why it is on the log: the query finds it, a production withholds it, it has redactions for privilege. Empty: it is not any more. */
  why: z.array(z.enum(['query', 'production', 'redaction'])),
  /** What is shown. */
  values,
  /** What the record says of the cells that somebody has written; the sources of these cells are its keys. */
  derived: values,
  /** It has no basis, or no description. */
  toDescribe: z.boolean(),
  /** What the record says otherwise since somebody wrote basis or description: to be looked at again. Saving ends it. */
  changed: z.array(changedValue),
  /** Grows with each save; 0: nobody has written anything. A save states the version that was seen. */
  version: z.int(),
  /** Who wrote last. */
  written: z.nullable(doneBy),
})
export type LogRow = z.infer<typeof logRow>

export const logFilter = z.enum(['all', 'toDescribe', 'withheld', 'redacted', 'changed'])
export type LogFilter = z.infer<typeof logFilter>

export const logRows = call({
  name: 'privilegeLog.rows',
  method: 'GET',
  path: '/job/privilege-log/rows',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    filter: z.optional(logFilter),
    /** `number`: by log number, those without one behind, by control number. `date`: those without one behind. */
    sort: z.optional(z.enum(['number', 'date'])),
    descending: z.optional(z.literal('true')),
    /** `next` of the answer before; absent: from the beginning. */
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    data: z.array(logRow),
    /** Rows that the filter leaves. */
    totalCount: z.int(),
    /** Rows of each filter. */
    counts: z.record(logFilter, z.int()),
    /** Where the next rows begin; null: these were the last. */
    next: z.nullable(z.string()),
    columns: z.array(z.extend(logColumn, { /** People may write into it. */ writable: z.boolean() })),
    /** Of the settings that it was made by. */
    settingsVersion: z.int(),
  }),
  summary:
    'The privilege log as it stands, 200 rows at a time: documents that the caller does not see are neither told nor counted.',
})

/** What is written into cells; null: what the record says is shown again. */
const written = z.record(source, z.nullable(z.string().check(z.maxLength(privilegeLogLimits.cell))))

export const saveLogRows = call({
  name: 'privilegeLog.save',
  method: 'POST',
  path: '/job/privilege-log/rows',
  needs: 'privilegeLog.edit',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          documentId: id,
          /** As it was seen. */
          version: z.int().check(z.nonnegative()),
          /** By source; cells that are not named stay as they are. None: the row was looked at, and `changed` ends. */
          values: written,
        }),
      )
      .check(z.minLength(1), z.maxLength(privilegeLogLimits.atOnce)),
    correlationId: nanoId,
  }),
  reply: z.object({
    /** As they are now, in the order of the changes. */
    data: z.array(logRow),
    /** What stood in the cells that were changed: saving it with the new versions takes the save back. */
    before: z.array(z.object({ documentId: id, version: z.int(), values: written })),
  }),
  summary:
    'Write cells of rows: all or none. 409 where one of them was written since it was seen, with the rows as they are now ' +
    '(`data.rows`) and who wrote them. 404 for a document that the caller does not see or that is not in review.',
})

export const logPeople = call({
  name: 'privilegeLog.people',
  method: 'GET',
  path: '/job/privilege-log/people',
  needs: 'production.view',
  scope: 'project',
  reply: listOf(
    z.object({
      /** As documents spell it: a name, an address, or both. */
      spelling: z.string(),
      /** As the log writes it, without a mark. */
      name: z.string(),
      lawyer: z.boolean(),
      /** Rows that have it as author or recipient. */
      documents: z.int(),
    }),
  ),
  summary:
    'Who is on the log, as documents spell them: the most frequent 2,000, for marking lawyers and making names one.',
})

export const logVersion = z.object({
  versionId: id,
  /** From 1, in the order in which they were made. */
  number: z.int(),
  name: z.string(),
  made: doneBy,
  /** Rows that the caller sees. */
  rows: z.int(),
  withheld: z.int(),
  redacted: z.int(),
})
export type LogVersion = z.infer<typeof logVersion>

export const listLogVersions = call({
  name: 'privilegeLog.versions',
  method: 'GET',
  path: '/job/privilege-log/versions',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    /** Only those that were made at this moment or before: the first is the log as of then. */
    at: z.optional(instant),
  }),
  reply: listOf(logVersion),
  summary: 'The versions of the log, the newest first.',
})

export const makeLogVersion = call({
  name: 'privilegeLog.makeVersion',
  method: 'POST',
  path: '/job/privilege-log/versions',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ name: oneLine(privilegeLogLimits.nameLength) }),
  reply: logVersion,
  summary:
    'Keep the log as it stands under a name, unique in the project ignoring case. Documents without a log number are given the ' +
    'next ones, by date. 403 for whoever does not see all of its documents; 409 where another version is being made.',
})

const ofVersion = { versionId: idParam }

export const logVersionRows = call({
  name: 'privilegeLog.versionRows',
  method: 'GET',
  path: '/job/privilege-log/version/rows',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ ...ofVersion, /** Behind this log number. */ after: z.optional(wholeParam(0)) }),
  reply: z.object({
    data: z.array(
      z.object({
        documentId: id,
        controlNumber: z.string(),
        logNumber: z.int(),
        treatment: logTreatment,
        values,
      }),
    ),
    totalCount: z.int(),
    /** Where the next rows begin; null: these were the last. */
    next: z.nullable(z.int()),
    columns: z.array(logColumn),
  }),
  summary: 'The rows of a version by their log numbers, 200 at a time, as they stood.',
})

/** `documents`: document by document. `metadata`: without basis and description. `categories`: counted by basis and author. */
export const logForm = z.enum(['documents', 'metadata', 'categories'])

export const logVersionFile = call({
  name: 'privilegeLog.file',
  method: 'GET',
  path: '/job/privilege-log/version/file',
  needs: 'production.download',
  scope: 'project',
  query: z.strictObject({
    projectId: idParam,
    ...ofVersion,
    form: logForm,
    format: z.enum(['csv', 'xlsx']),
  }),
  rawReply: true,
  reply: z.any(),
  summary:
    'A version of the log for the other side, as CSV or as a workbook, without formulas. 403 for whoever does not see all of ' +
    'its documents. Recorded in the audit log.',
})

/** A group of rows: a log by category. */
export const logCategory = z.object({
  basis: z.string(),
  author: z.string(),
  treatment: logTreatment,
  documents: z.int(),
  /** The first and the last date, as the log writes them; empty: none has one. */
  from: z.string(),
  to: z.string(),
})

export type LogCategory = z.infer<typeof logCategory>

export const logCategories = call({
  name: 'privilegeLog.categories',
  method: 'GET',
  path: '/job/privilege-log/categories',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ /** Absent: as it stands now. */ versionId: z.optional(idParam) }),
  reply: listOf(logCategory),
  summary:
    'The log by category: how many documents there are of each basis, author and treatment, and from when to when.',
})

export const compareLog = call({
  name: 'privilegeLog.compare',
  method: 'GET',
  path: '/job/privilege-log/compare',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    /** The older one. */ ...ofVersion,
    /** Absent: the log as it stands now. */ otherId: z.optional(idParam),
    /** Only these. */ kind: z.optional(z.enum(['added', 'gone', 'changed'])),
    /** Behind this document, as `next` of the answer before said. */ after: z.optional(idParam),
  }),
  reply: z.object({
    /** By the order of their ids. */
    data: z.array(
      z.object({
        documentId: id,
        controlNumber: z.string(),
        logNumber: z.nullable(z.int()),
        kind: z.enum(['added', 'gone', 'changed']),
        /** What is another value: of `changed` only. */
        values: z.array(changedValue),
      }),
    ),
    /** Of the kinds that were asked for. */
    totalCount: z.int(),
    counts: z.object({ added: z.int(), gone: z.int(), changed: z.int() }),
    next: z.nullable(z.int()),
    /** The headings of the sources. */
    columns: z.array(logColumn),
  }),
  summary:
    'What is on one version of the log and not on another, and which values differ, 200 documents at a time.',
})

/**
 * `notProduced`: on the log, and in no production. `notLogged`: withheld, or redacted for privilege, in a production, and not on
 * the log as it stands. `notInVersion`: the same, and not in the last version. `sentOut`: to be withheld by the log, and a
 * production has let it out.
 */
export const logGapKind = z.enum(['notProduced', 'notLogged', 'notInVersion', 'sentOut'])
export type LogGapKind = z.infer<typeof logGapKind>

export const logGaps = call({
  name: 'privilegeLog.gaps',
  method: 'GET',
  path: '/job/privilege-log/gaps',
  needs: 'production.view',
  scope: 'project',
  reply: z.object({
    /** Every kind, also with none. */
    data: z.array(
      z.object({
        kind: logGapKind,
        documents: z.int(),
        /** The first 200, with the latest production that has each. */
        some: z.array(
          z.object({ documentId: id, controlNumber: z.string(), production: z.nullable(z.string()) }),
        ),
        /** Finds the first 1,000 of them in review; empty: there are none. */
        query: z.string(),
      }),
    ),
    /** The version that `notInVersion` speaks of; null: there is none, and it counts nothing. */
    version: z.nullable(z.object({ versionId: id, name: z.string() })),
  }),
  summary:
    'What is on the log and in no production, and the other way round. Productions that were rolled back do not count.',
})
