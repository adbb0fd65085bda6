import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import type { Upload } from '#contracts/collect.ts'
import { property as test } from '#tests/runs.ts'
import type { Call } from './call.ts'
import { CallFailed, callFailure } from './failure.ts'
import type { Said } from './http-request.ts'
import { uploadFile } from './upload.ts'

/** The server's side of an upload, as the contract describes it. A fault befalls the chunk of the same number. */
function uploadServer(faults: readonly ('lostBefore' | 'lostAfter' | 'well')[] = []) {
  const kept: Buffer[] = []
  const offsets: number[] = []
  let size = 0
  let chunks = 0
  let finished: unknown = null
  const state = (): Upload => ({
    uploadId: 'u-1',
    fileName: 'mail.zip',
    size,
    received: Buffer.concat(kept).length,
    sourceId: 3,
    createdAt: '2026-01-05T09:00:00.000Z',
    by: 'Ada Northwind',
    own: true,
    replaces: null,
  })
  const lost = () => new CallFailed(callFailure({ kind: 'network' }))
  const call = async (contract: AnyCall, said: Said): Promise<unknown> => {
    if (contract.name === 'collect.beginUpload') {
      size = (said.body as { size: number }).size
      return state()
    }
    if (contract.name === 'collect.finishUpload') {
      if (sha256(Buffer.concat(kept)) !== (said.body as { sha256: string }).sha256) {
        throw new CallFailed(callFailure({ kind: 'status', status: 409, detail: 'sha256', data: state() }))
      }
      finished = said.body
      return { sourceFileId: 41 }
    }
    if (contract.name === 'collect.discardUpload') {
      kept.length = 0
      return undefined
    }
    const { offset } = said.query as { offset: number }
    offsets.push(offset)
    if (offset !== state().received) {
      throw new CallFailed(callFailure({ kind: 'status', status: 409, data: state() }))
    }
    const fault = faults[chunks++] ?? 'well'
    if (fault === 'lostBefore') throw lost()
    const bytes = Buffer.from(await (said.body as Blob).arrayBuffer())
    kept.push(bytes)
    said.progress?.(bytes.length, bytes.length)
    if (fault === 'lostAfter') throw lost()
    return state()
  }
  return { call: call as Call, kept, offsets, whole: () => Buffer.concat(kept), finished: () => finished }
}

const options = (call: Call, file: Blob, over: Partial<Parameters<typeof uploadFile>[0]> = {}) => ({
  call,
  file,
  fileName: 'mail.zip',
  projectId: 1,
  sourceId: 3,
  finishKey: 'command-1-finish',
  progress: () => undefined,
  stopped: () => false,
  chunk: 10,
  ...over,
})
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('an upload', () => {
  it('[transport-upload-progress] sends a file in chunks, says how far it is, and proves by its hash what was read', async () => {
    const bytes = new Uint8Array(35).map((_, index) => index)
    const server = uploadServer()
    const seen: [number, number][] = []
    await expect(
      uploadFile(
        options(server.call, new Blob([bytes]), { progress: (done, total) => seen.push([done, total]) }),
      ),
    ).resolves.toEqual({ sourceFileId: 41, sha256: sha256(bytes) })
    expect(server.offsets).toEqual([0, 10, 20, 30])
    expect(server.whole()).toEqual(Buffer.from(bytes))
    expect(server.finished()).toEqual({ sha256: sha256(bytes) })
    expect(seen[0]).toEqual([0, 35])
    expect(seen.at(-1)).toEqual([35, 35])
  })

  test('goes on where it was, whatever was lost on the way, and nothing is kept twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(fc.constantFrom('well' as const, 'lostBefore' as const, 'lostAfter' as const), {
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 20 }),
        async (bytes, faults, chunk) => {
          const server = uploadServer(faults)
          const file = new Blob([bytes])
          let ended: unknown = null
          // As the runtime does: the whole run again after each loss.
          for (let run = 0; run < 20 && ended === null; run++) {
            ended = await uploadFile(options(server.call, file, { chunk })).catch(() => null)
          }
          expect(ended).toEqual({ sourceFileId: 41, sha256: sha256(bytes) })
          expect(server.whole()).toEqual(Buffer.from(bytes))
          expect(server.finished()).toEqual({ sha256: sha256(bytes) })
        },
      ),
    )
  })

  it('believes the server where a chunk had arrived after all, and gives up where nothing moves', async () => {
    const bytes = new Uint8Array(20).fill(7)
    const server = uploadServer()
    let first = true
    const stale: Call = (async (contract: AnyCall, said: Said) => {
      const reply = await (server.call as (c: AnyCall, s: Said) => Promise<unknown>)(contract, said)
      // Another tab has sent the first chunk meanwhile.
      if (contract.name === 'collect.beginUpload' && first) {
        first = false
        await (server.call as (c: AnyCall, s: Said) => Promise<unknown>)(
          { ...contract, name: 'collect.putChunk' },
          { query: { offset: 0 }, body: new Blob([bytes.slice(0, 10)]) },
        )
      }
      return reply
    }) as Call
    await expect(uploadFile(options(stale, new Blob([bytes])))).resolves.toEqual({
      sourceFileId: 41,
      sha256: sha256(bytes),
    })
    expect(server.whole()).toEqual(Buffer.from(bytes))
    const refusing: Call = (async (contract: AnyCall, said: Said) => {
      if (contract.name !== 'collect.putChunk') {
        return (server.call as (c: AnyCall, s: Said) => Promise<unknown>)(contract, said)
      }
      throw new CallFailed(
        callFailure({ kind: 'status', status: 409, message: 'The job is being cancelled.' }),
      )
    }) as Call
    const longer = new Blob([new Uint8Array(30)])
    await expect(uploadFile(options(refusing, longer))).rejects.toMatchObject({ failure: { status: 409 } })
  })

  it('that finds the bytes of another file of its name, size and time is sent from its beginning, once', async () => {
    const server = uploadServer()
    server.kept.push(Buffer.from('of another'))
    const bytes = new TextEncoder().encode('these are this file’s own bytes')
    await expect(uploadFile(options(server.call, new Blob([bytes])))).resolves.toMatchObject({
      sourceFileId: 41,
    })
    expect(server.whole()).toEqual(Buffer.from(bytes))
    expect(server.offsets.filter((offset) => offset === 0)).toHaveLength(1)
    // Bytes that are lost on the way are no other file's: that is said.
    const lossy: Call = (async (contract: AnyCall, said: Said) => {
      const sent = contract.name === 'collect.putChunk' ? { ...said, body: new Blob(['0123456789']) } : said
      return await (server.call as (c: AnyCall, s: Said) => Promise<unknown>)(contract, sent)
    }) as Call
    server.kept.length = 0
    await expect(uploadFile(options(lossy, new Blob([bytes.slice(0, 10)])))).rejects.toMatchObject({
      failure: { status: 409, detail: 'sha256' },
    })
  })

  it('stops between two chunks, and leaves what has arrived', async () => {
    const server = uploadServer()
    let looks = 0
    const ended = await uploadFile(
      options(server.call, new Blob([new Uint8Array(40)]), { stopped: () => ++looks > 6 }),
    )
    expect(ended).toBe('stopped')
    expect(server.finished()).toBeNull()
    expect(server.whole().length).toBeGreaterThan(0)
    expect(server.whole().length).toBeLessThan(40)
  })
})
