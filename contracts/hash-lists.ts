/**
 * De-NIST lists (NSRL reference data sets, or plain lists of hashes), by which processing removes or flags files. A list
 * says only that a file is known.
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { hashKinds } from './hash-kinds.ts'
import { id, idParam, instant, sha256, wholeParam } from './ids.ts'

/** What a job keeps of a list: enough to say later what it was tested against. */
export const usedHashList = z.object({
  hashListId: id,
  name: z.string(),
  version: z.string(),
  entries: z.int(),
  /** Hash of the sorted file that was searched. */
  sha256,
})
export type UsedHashList = z.infer<typeof usedHashList>

export const hashListStates = ['uploading', 'building', 'ready', 'failed'] as const

export const hashList = z.object({
  hashListId: id,
  name: z.string(),
  version: z.string(),
  fileName: z.string(),
  size: z.int(),
  /** Bytes stored durably; the next chunk starts here. */
  received: z.int(),
  state: z.enum(hashListStates),
  /** Number of distinct hashes; null until it is ready. */
  entries: z.nullable(z.int()),
  /** Kinds of its hashes; none until it is ready. */
  kinds: z.array(z.enum(hashKinds)),
  /** Lines without a hash. */
  rejected: z.int(),
  /** The job that prepares it; null while it is uploaded. */
  jobId: z.nullable(id),
  /** A job was started with it: it cannot be deleted. */
  used: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
})
export type HashList = z.infer<typeof hashList>

export const listHashLists = call({
  name: 'hashLists.list',
  method: 'GET',
  path: '/project/hash-list',
  needs: 'collect.view',
  scope: 'project',
  reply: listOf(hashList),
  summary: 'The De-NIST lists of the project. New jobs use all that are ready.',
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const beginHashList = call({
  name: 'hashLists.begin',
  method: 'POST',
  path: '/project/hash-list',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    name,
    /** The publisher's version; empty if there is none. */
    version: z.string().check(z.trim(), z.maxLength(100)),
    fileName: z.string().check(z.minLength(1), z.maxLength(255)),
    size: z.int().check(z.positive()),
  }),
  reply: hashList,
  summary: 'Start the upload of a list. A list of the same name and version is refused.',
})

const params = z.strictObject({ hashListId: idParam })

export const putHashListChunk = call({
  name: 'hashLists.putChunk',
  method: 'PUT',
  path: '/project/hash-list/:hashListId',
  needs: 'collect.manage',
  scope: 'project',
  params,
  query: z.strictObject({ offset: wholeParam(0) }),
  rawBody: true,
  body: z.any(),
  reply: hashList,
  summary: 'Send the bytes from `offset`. An offset other than `received` answers 409 with the current list.',
})

export const finishHashList = call({
  name: 'hashLists.finish',
  method: 'POST',
  path: '/project/hash-list/:hashListId/finish',
  needs: 'collect.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  params,
  reply: z.object({ jobId: id }),
  summary: 'The upload is complete: a job turns it into a searchable file.',
})

export const removeHashList = call({
  name: 'hashLists.remove',
  method: 'DELETE',
  path: '/project/hash-list/:hashListId',
  needs: 'collect.manage',
  scope: 'project',
  params,
  reply: z.void(),
  summary: 'Delete a list, or its unfinished upload. Refused if a job uses it or still prepares it.',
})
