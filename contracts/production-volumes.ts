/** What a production hands over: its volumes, the report of what was read back of them, and their downloads. */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, instant, wholeParam } from './ids.ts'

export const productionVolume = z.object({
  /** From 1. */
  volume: z.int(),
  /** As VOL001: the name of its folder, and of the file without its ending. */
  name: z.string(),
  bytes: z.int(),
  files: z.int(),
  documents: z.int(),
  firstNumber: z.string(),
  lastNumber: z.string(),
})
export type ProductionVolume = z.infer<typeof productionVolume>

export const listVolumes = call({
  name: 'productions.volumes',
  method: 'GET',
  path: '/job/production/volumes',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: listOf(productionVolume),
  summary: 'The volumes of a production.',
})

export const downloadVolume = call({
  name: 'productions.download',
  method: 'GET',
  path: '/job/download',
  needs: 'production.download',
  scope: 'project',
  query: z.strictObject({ projectId: idParam, productionId: idParam, volume: wholeParam(1) }),
  rawReply: true,
  reply: z.any(),
  summary:
    'A volume as a zip that is stored, not packed. Any range of its bytes can be asked for (Range, If-Range), so a download ' +
    'that was cut goes on where it was.',
})

/** What is looked at in what was made, read back as the receiver reads it. */
export const postChecks = ['counts', 'loadFiles', 'numbers', 'natives', 'covered'] as const
export const postCheck = z.enum(postChecks)

/** A fault of what was read back, and the document that it is about; null: it is about a list or a volume. */
export const qualityFault = z.object({ text: z.string(), documentId: z.nullable(id) })

export const qualityCheck = z.object({
  check: postCheck,
  looked: z.int(),
  faults: z.array(qualityFault),
  faultCount: z.int(),
})

export const qualityReport = z.object({
  productionId: id,
  at: z.nullable(instant),
  /** Each with how many things were looked at, and what was wrong: the first 100, of documents that the caller sees. */
  checks: z.array(qualityCheck),
  /** Characters that were replaced in load files, by what they were. */
  replaced: z.array(z.object({ what: z.string(), count: z.int() })),
})
export type QualityReport = z.infer<typeof qualityReport>

export const getQuality = call({
  name: 'productions.quality',
  method: 'GET',
  path: '/job/production/quality',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: qualityReport,
  summary: 'What was found when the volumes were read back.',
})

/** A volume that somebody has downloaded, once for each session: a download that was cut goes on as the same one. */
export const volumeDownload = z.object({
  ...{ at: instant, by: z.string() },
  /** As VOL001; null: what it was compared with, as CSV. */
  volume: z.nullable(z.string()),
  /** Of the production that it was compared with; empty: it was a volume. */
  comparedWith: z.string(),
})
export type VolumeDownload = z.infer<typeof volumeDownload>

export const listDownloads = call({
  name: 'productions.downloads',
  method: 'GET',
  path: '/job/production/downloads',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: listOf(volumeDownload),
  summary: 'Who has downloaded which volume of a production, and when: the last 500, the latest first.',
})
