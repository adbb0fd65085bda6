/** Uploading a page that stands for documents: it is taken for what its bytes are, and kept when it can be drawn. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ReplyOf } from '#contracts/call.ts'
import { productionLimits } from '#contracts/production-settings.ts'
import type { uploadSlipSheet } from '#contracts/productions.ts'
import { identifyWhole } from '../../intake/processing/identify/identify.ts'
import { pageWorker } from '../../intake/processing/workers.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { byCaller } from '../../platform/audit/by-caller.ts'
import { nameBlobs } from '../../platform/blobs/name.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { wholeBody } from '../../platform/http/whole-body.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import { ownName } from '../../platform/process-id.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { draw, measure } from '../../review/pages/draw.ts'
import type { PageFault, PageSize } from '../../review/pages/protocol.ts'

/** What is taken, by its content. */
const makers: ReadonlyMap<string, 'pdf' | 'picture'> = new Map([
  ['image/jpeg', 'picture'],
  ['image/tiff', 'picture'],
  ['application/pdf', 'pdf'],
])

/** Milliseconds that reading or drawing it may take. */
const pageMs = 20_000

/** Keeps a slip sheet for the settings of productions; 400 with what it is where it is none. */
export async function keepSlipSheet(
  ctx: ProjectContext,
  name: string,
  body: Readable,
): Promise<ReplyOf<typeof uploadSlipSheet>> {
  const bytes = await wholeBody(body, productionLimits.slipSheetBytes)
  const { mimeType } = identifyWhole(bytes, '')
  const maker = makers.get(mimeType)
  if (maker === undefined)
    throw refused(`This file is ${mimeType}. A slip sheet is a page as JPEG, PDF or TIFF.`)
  const { width, height } = await lookAt(ctx, bytes, maker, mimeType)
  const { projectId } = ctx.project
  const { sha256, size } = await ctx.blobs.put(bytes)
  const at = instantOf(ctx.now())
  await ctx.records.write('interactive', async (trx) => {
    await nameBlobs(trx, new Map([[sha256, size]]), at)
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('slip_sheet')
      .values({
        ...{ project_id: projectId, sha256, name, mime_type: mimeType, at, by_user: ctx.caller.userId },
      })
      .onConflict((conflict) => conflict.columns(['project_id', 'sha256']).doNothing())
      .executeTakeFirst()
    // The same page again: it is there.
    if (added === 0n) return
    await appendAudit(trx, `project:${projectId}`, [
      { ...byCaller(ctx), action: 'production.slipSheetUploaded', how: 'manual', facts: { sha256, size } },
    ])
  })
  return { sha256, name, width, height }
}

const refused = (message: string): ApiError => new ApiError('request.invalid', message, { detail: 'body' })

/** Its size in pixels; refused where it has not one page that can be drawn. */
async function lookAt(
  ctx: ProjectContext,
  bytes: Buffer,
  maker: 'pdf' | 'picture',
  mimeType: string,
): Promise<PageSize> {
  const { projectId } = ctx.project
  const folder = join(ctx.spool, `project-${projectId}`, 'slip-sheets')
  const file = join(folder, ownName())
  await mkdir(folder, { recursive: true })
  await writeFile(file, bytes)
  const source = {
    ...{ documentId: 0, projectId, sha256: '', mimeType, category: '', maker, version: 0, key: '', file },
  }
  const means = {
    ...{ spool: ctx.spool, children: ctx.children, worker: pageWorker, pageMs },
    passwordsOf: async () => [],
  }
  try {
    const found = await stillWanted(measure(means, source, ctx.signal))
    if ('code' in found) throw refused(`This slip sheet cannot be read. ${found.reason}`)
    const pages = found.sizes.length + found.left
    const [size] = found.sizes
    if (pages !== 1 || size === undefined)
      throw refused(`This file has ${pages} pages. A slip sheet has one.`)
    const faults: PageFault[] = []
    await stillWanted(
      draw(means, source, [0], ctx.signal, async (part) => {
        if (part.kind === 'fault') faults.push(part)
      }),
    )
    if (faults[0] !== undefined) throw refused(`This slip sheet cannot be drawn. ${faults[0].reason}`)
    return size
  } finally {
    await rm(file, { force: true })
  }
}

/** The server stops, or nobody waits any more: no fault of the file, which may be sent again. */
async function stillWanted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ChildFault)) throw error
    throw new ApiError('unavailable', 'The file could not be looked at now. Try again.')
  }
}
