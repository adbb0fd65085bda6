/**
 * The end of a project: an archive is read only and can be restored; a legal hold bars deletion; a deletion is asked for by
 * one administrator, approved by a second, done after 30 days, and proved by a certificate.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** Days between the approval of a deletion and its being done, in which it can be taken back. */
export const deletionDays = 30

const person = z.object({ userId: id, userName: z.string() })
export const reason = z.string().check(z.trim(), z.minLength(10), z.maxLength(500))

export const legalHold = z.object({
  holdId: id,
  reason: z.string(),
  setBy: person,
  setAt: instant,
  /** Whoever asked for its release, and why; another person releases it. */
  release: z.nullable(z.object({ by: person, reason: z.string(), at: instant })),
})
export type LegalHold = z.infer<typeof legalHold>

export const deletion = z.object({
  askedBy: person,
  askedAt: instant,
  /** Null: it waits for a second administrator. */
  approvedBy: z.nullable(person),
  /** From when on the documents are deleted. */
  dueAt: z.nullable(instant),
  /** Rows are going already: it cannot be taken back. */
  begun: z.boolean(),
})
export type Deletion = z.infer<typeof deletion>

export const projectEnd = z.object({
  archivedAt: z.nullable(instant),
  /** The hold that stands. */
  hold: z.nullable(legalHold),
  /** The deletion that was asked for and neither taken back nor done. */
  deletion: z.nullable(deletion),
})
export type ProjectEnd = z.infer<typeof projectEnd>

const ofEnd = { needs: 'project.archive', scope: 'project', reply: projectEnd } as const

export const getProjectEnd = call({
  ...ofEnd,
  name: 'projectEnd.get',
  method: 'GET',
  path: '/project/archive',
  summary: 'Whether the project is archived, on legal hold, or to be deleted.',
})

export const archiveProject = call({
  ...ofEnd,
  name: 'projectEnd.archive',
  method: 'POST',
  path: '/project/archive',
  idempotencyKey: 'optional',
  inArchived: true,
  summary: 'Archive the project: it is read only from the next request on, and its jobs are paused.',
})

export const restoreProject = call({
  ...ofEnd,
  name: 'projectEnd.restore',
  method: 'DELETE',
  path: '/project/archive',
  idempotencyKey: 'optional',
  inArchived: true,
  summary: 'Restore the project from its archive. A deletion that was asked for is taken back.',
})

export const setHold = call({
  ...ofEnd,
  name: 'projectEnd.setHold',
  method: 'POST',
  path: '/project/legal-hold',
  idempotencyKey: 'optional',
  inArchived: true,
  body: z.strictObject({ reason }),
  summary: 'Set a legal hold: nothing deletes the project. A deletion that was asked for is taken back.',
})

export const releaseHold = call({
  ...ofEnd,
  name: 'projectEnd.releaseHold',
  method: 'POST',
  path: '/project/legal-hold/release',
  idempotencyKey: 'optional',
  inArchived: true,
  body: z.strictObject({ holdId: id, reason }),
  summary: 'Ask for the release of the hold; the second person who asks releases it.',
})

export const endProject = call({
  ...ofEnd,
  name: 'projectEnd.delete',
  method: 'POST',
  path: '/project/project-archive-delete',
  idempotencyKey: 'optional',
  inArchived: true,
  body: z.strictObject({
    /** `ask` and `approve` are two persons’; `takeBack` is anybody’s who may archive, until it has begun. */
    step: z.enum(['ask', 'approve', 'takeBack']),
    /** The project's name as somebody has typed it; needed to ask and to approve. */
    projectName: z.optional(z.string().check(z.maxLength(200))),
  }),
  summary: `Delete an archived project: asked for by one administrator, approved by another, done ${deletionDays} days later.`,
})

/** What there was, by kind: rows of each table, files and their bytes. */
export const certificate = z.object({
  deletionId: id,
  projectId: id,
  /** As it was called; its row does not say so any more. */
  projectName: z.string(),
  prefix: z.string(),
  companyId: id,
  companyName: z.string(),
  documents: z.int(),
  /** Rows that were deleted, by table. */
  rows: z.record(z.string(), z.int()),
  /** Stored files that nothing else uses, which were deleted; and those that other projects use too, which stay. */
  filesDeleted: z.int(),
  filesShared: z.int(),
  /** SHA-256 (hex) of the SHA-256 hashes of all files that the project used: sorted, each followed by a line feed. */
  filesHash: z.string(),
  /** SHA-256 (hex) of the control numbers of all documents: sorted, each followed by a line feed. */
  documentsHash: z.string(),
  askedBy: person,
  askedAt: instant,
  approvedBy: person,
  approvedAt: instant,
  doneAt: instant,
  /** The last row of the project's audit chain before the row that records the deletion: number and hash. */
  auditHead: z.object({ seq: z.int(), hash: z.string() }),
})
export type Certificate = z.infer<typeof certificate>

export const listCertificates = call({
  name: 'projectEnd.certificates',
  method: 'GET',
  path: '/company/deleted-projects',
  needs: 'company.manage',
  scope: 'company',
  query: z.strictObject({ companyId: idParam }),
  reply: listOf(certificate),
  summary: 'Certificates of the client’s projects that were deleted, the newest first.',
})

export const listDeletedClients = call({
  name: 'projectEnd.deletedClients',
  method: 'GET',
  path: '/system/deleted-clients/certificates',
  needs: 'system.view',
  reply: listOf(certificate),
  summary: 'Certificates of deleted projects whose client was deleted too, the newest first.',
})

export const getCertificate = call({
  name: 'projectEnd.certificate',
  method: 'GET',
  path: '/company/deleted-projects/:deletionId/certificate',
  needs: 'company.manage',
  scope: 'company',
  params: z.strictObject({ deletionId: idParam }),
  query: z.strictObject({ companyId: idParam, format: z.enum(['json', 'csv']) }),
  reply: z.void(),
  rawReply: true,
  summary: 'One certificate as a file.',
})
