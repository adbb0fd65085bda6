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

export const qualityReport = z.object({
  productionId: id,
  at: z.nullable(instant),
  /** Each with how many things were looked at, and what was wrong: the first 100 sentences. */
  checks: z.array(
    z.object({ check: postCheck, looked: z.int(), faults: z.array(z.string()), faultCount: z.int() }),
  ),
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
