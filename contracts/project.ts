/** A project: its properties, counts and fields. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

export const feature = z.object({ name: z.string(), enabled: z.boolean() })

export const projectSettings = z.object({
  /** IANA time zone in which document dates are shown and searched; fixed once anything is produced. */
  timeZone: z.string(),
  /** `standard`: NOT, w/N, AND, OR. `dtsearch`: OR before AND. */
  precedence: z.enum(['standard', 'dtsearch']),
})

export const project = z.object({
  projectId: id,
  projectName: z.string(),
  companyId: id,
  companyName: z.string(),
  prefix: z.string(),
  roleName: z.string(),
  level: z.number(),
  /** What the user may do here, for showing only that; empty as an earlier version of the program kept it. */
  may: z._default(z.array(z.string()), []),
  settings: projectSettings,
  features: z.array(feature),
  /** Maximum number of searchable characters per document. */
  maxTextSize: z.int(),
  propagationEnabled: z.boolean(),
  reviewerTrackingEnabled: z.boolean(),
  /** Minutes without activity after which the review clock stops. */
  codingIdleTimeout: z.int(),
  securableGroups: z.array(z.string()),
  /** Since when it is read only; null: it is worked on. */
  archivedAt: z._default(z.nullable(instant), null),
})
export type Project = z.infer<typeof project>

/** Tags are on if the feature `codingforms` (in any case) is not enabled. */
export const tagsEnabled = (features: readonly z.infer<typeof feature>[]): boolean =>
  !features.some((f) => f.name.toLowerCase() === 'codingforms' && f.enabled)

export const getProject = call({
  name: 'project.get',
  method: 'GET',
  path: '/project/info',
  needs: 'project.view',
  scope: 'project',
  reply: project,
  summary: 'The project named by the projectId header.',
})

export const projectName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** Control number prefix, with the rules of a Bates prefix (letters, digits, `_.-`, at most 20). */
export const prefix = z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{1,20}$/))

export const createProject = call({
  name: 'project.create',
  method: 'POST',
  path: '/project',
  needs: 'project.create',
  scope: 'company',
  idempotencyKey: 'optional',
  body: z.strictObject({
    companyId: id,
    projectName,
    prefix,
    timeZone: z.string(),
    codingForms: z.boolean(),
  }),
  reply: project,
  summary: 'Create a project for a client.',
})

export const renameProject = call({
  name: 'project.rename',
  method: 'PUT',
  path: '/project',
  needs: 'project.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ projectName }),
  reply: project,
  summary:
    'Rename the project; the name of another project of the client is refused. Everything else is in its settings.',
})

export const listFeatures = call({
  name: 'project.listFeatures',
  method: 'GET',
  path: '/project/features',
  needs: 'project.view',
  scope: 'project',
  reply: listOf(feature),
  summary: "The project's features.",
})

/** Field types by their ids (docs/requirements.tsv, the field type ids). */
export const fieldTypes = {
  date: 1,
  integer: 2,
  float: 3,
  shortText: 4,
  longText: 5,
  text: 6,
  boolean: 7,
  singleChoice: 8,
  multipleChoice: 9,
  singleObject: 15,
} as const
export type FieldTypeId = (typeof fieldTypes)[keyof typeof fieldTypes]

export const field = z.object({
  fieldId: id,
  /** Its name in queries: `File_Name`. */
  name: z.string(),
  displayName: z.string(),
  typeId: z.int(),
  multiValue: z.boolean(),
  /** Defined by the product (metadata) or by the project (coding). */
  kind: z.enum(['metadata', 'coding']),
  searchable: z.boolean(),
})
export type Field = z.infer<typeof field>

export const listFields = call({
  name: 'project.listFields',
  method: 'GET',
  path: '/project/fields',
  needs: 'project.view',
  scope: 'project',
  reply: listOf(field),
  summary: "The fields of the project's documents.",
})

/** Data for the overview and for every screen that shows document states. */
export const projectReport = z.object({
  /** Documents promoted to review. */
  documents: z.int(),
  families: z.int(),
  coded: z.int(),
  custodians: z.int(),
  /** Number of exceptions of all jobs; so many of them are open, the others were replaced or accepted. */
  exceptions: z.int(),
  openExceptions: z.int(),
  duplicatesSuppressed: z.int(),
  withoutText: z.int(),
  byRecordType: z.array(z.object({ name: z.string(), count: z.int() })),
  byMonth: z.array(z.object({ month: z.string(), count: z.int() })),
  byCustodian: z.array(z.object({ name: z.string(), count: z.int() })),
  jobs: z.object({ running: z.int(), queued: z.int(), failed: z.int() }),
  recent: z.array(z.object({ at: instant, who: z.string(), action: z.string(), what: z.string() })),
})
export type ProjectReport = z.infer<typeof projectReport>

export const getReport = call({
  name: 'project.report',
  method: 'GET',
  path: '/project/report',
  needs: 'project.view',
  scope: 'project',
  reply: projectReport,
  summary: 'Counts of documents, custodians, exceptions and jobs, and the latest activity.',
})

export const custodian = z.object({ custodianId: id, name: z.string(), documentCount: z.int() })
export type Custodian = z.infer<typeof custodian>

export const listCustodians = call({
  name: 'project.listCustodians',
  method: 'GET',
  path: '/project/custodian',
  needs: 'project.view',
  scope: 'project',
  reply: listOf(custodian),
  summary: 'The custodians of the project.',
})

export const custodianName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

export const createCustodian = call({
  name: 'project.createCustodian',
  method: 'POST',
  path: '/project/custodian',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ name: custodianName }),
  reply: custodian,
  summary: 'Add a custodian; an existing one of the same name is returned.',
})

export { idParam }
