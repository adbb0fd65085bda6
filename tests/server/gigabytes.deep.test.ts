/** An upload of more bytes than a number of 31 bits counts, as the browser sends it, to a server that listens. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import { chunkBytes, listSourceFiles, listUploads, putChunk } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import type { Call } from '#src/effects/call.ts'
import type { Said } from '#src/effects/http-request.ts'
import { uploadFile } from '#src/effects/upload.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'
import { callsOver } from './over-http.ts'
import { newSource } from './uploads.ts'

/** What the browser hashes with takes minutes for so much: it is told to be as fast as the server, and tried by itself below. */
vi.mock('#src/effects/sha256.ts', () => ({
  createSha256: () => {
    const hash = createHash('sha256')
    return { update: (bytes: Uint8Array) => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
}))

const mebibyte = 1024 * 1024
const size = 2 ** 31 + chunkBytes + 12_345
/** Where the line is cut. */
const cutAt = 2 ** 30
/** What the process may grow by, which holds the client and the server: two hundred chunks would be more. */
const maxGrowth = 400 * mebibyte

/** A mebibyte of noise, again and again, each one with its number at its head: none may come twice, or be left out. */
const noise = Buffer.alloc(mebibyte, createHash('sha512').update('noise').digest())
class LargeFile extends Blob {
  override get size(): number {
    return size
  }
  override slice(from = 0, to = size): Blob {
    const first = Math.floor(from / mebibyte)
    const blocks: Buffer[] = []
    for (let block = first; block * mebibyte < to; block++) blocks.push(blockOf(block))
    const bytes = Buffer.concat(blocks).subarray(from - first * mebibyte, to - first * mebibyte)
    return new Blob([bytes])
  }
}
function blockOf(number: number): Buffer {
  const block = Buffer.from(noise)
  block.writeUInt32BE(number)
  return block
}

/** Bytes of which half goes over the line before that is cut. */
class CutBlob extends Blob {
  readonly #bytes: Blob
  readonly #cut: () => void
  constructor(bytes: Blob, cut: () => void) {
    super([bytes])
    this.#bytes = bytes
    this.#cut = cut
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const half = this.#bytes.slice(0, this.#bytes.size / 2)
    let isGiven = false
    return new ReadableStream({
      pull: async (to) => {
        if (isGiven) return this.#cut()
        isGiven = true
        to.enqueue(new Uint8Array(await half.arrayBuffer()))
      },
    })
  }
}

function wholeHash(): string {
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += mebibyte)
    hash.update(blockOf(at / mebibyte).subarray(0, Math.min(mebibyte, size - at)))
  return hash.digest('hex')
}

/** The file lies there once, however it is moved; and nobody's disk is filled by a test. */
const { bavail, bsize } = statfsSync(tmpdir())
const hasRoom = bavail * bsize > 2.5 * size
if (!hasRoom) console.warn('There is no room for 6 GB here: no file of more than 2 GiB is uploaded.')

let dataDir: string
let server: TestServer
let user: TestUser
let project: number
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'affiant-gigabytes-'))
  server = await startServer({ dataDir })
  const companyId = await server.company()
  project = await server.project(companyId)
  user = await server.user({ role: 'LitigationSupport', companyId })
  await server.member(project, user.userId, 'LitigationSupport')
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it.runIf(hasRoom)(
  '[transport-upload-progress] a file of more than 2 GiB arrives whole after a cut, and neither side holds more than a little of it',
  async () => {
    const body = { name: 'Rivera' }
    const { custodianId } = (await server.call(user, createCustodian, { project, body })).data
    const sourceId = await newSource(server, user, project, custodianId)
    const calls = callsOver(await server.listen(), user)
    const offsets: number[] = []
    let isCut = false
    const call = ((contract: AnyCall, said: Said) => {
      if (contract.name !== putChunk.name) return calls(contract, said as never)
      const { offset } = said.query as { offset: number }
      offsets.push(offset)
      if (isCut || offset < cutAt) return calls(contract, said as never)
      isCut = true
      const line = new AbortController()
      const body = new CutBlob(said.body as Blob, () => line.abort())
      return calls(contract, { ...said, body, signal: line.signal } as never)
    }) as Call
    const before = process.memoryUsage().rss
    let most = before
    const upload = () =>
      uploadFile({
        call,
        file: new LargeFile(),
        fileName: 'disk.img',
        projectId: project,
        sourceId,
        finishKey: 'gigabytes-finish',
        progress: () => {
          most = Math.max(most, process.memoryUsage().rss)
        },
        stopped: () => false,
      })
    await expect(upload()).rejects.toThrow()
    const { data: left } = (await server.call(user, listUploads, { project })).data
    expect(left).toMatchObject([{ fileName: 'disk.img', size }])
    const received = left[0]?.received ?? 0
    expect(received).toBe(cutAt)
    const sentBefore = offsets.length

    const sent = await upload()
    most = Math.max(most, process.memoryUsage().rss)
    const expected = wholeHash()
    expect(sent).toMatchObject({ sha256: expected })
    // Nothing that had been acknowledged went over the line again.
    expect(offsets[sentBefore]).toBe(received)
    expect(offsets.at(-1)).toBeGreaterThan(2 ** 31)
    const { data } = (await server.call(user, listSourceFiles, { project, params: { sourceId } })).data
    expect(data).toMatchObject([{ path: ['disk.img'], size, sha256: expected }])
    expect(statSync(server.services.blobs.pathOf(expected)).size).toBe(size)
    expect(most - before).toBeLessThan(maxGrowth)
    expect((await server.call(user, listUploads, { project })).data.data).toEqual([])
  },
  600_000,
)

it('what the browser hashes with counts bits beyond 32 bits', async () => {
  const { createSha256 } =
    await vi.importActual<typeof import('#src/effects/sha256.ts')>('#src/effects/sha256.ts')
  const [own, other] = [createSha256(), createHash('sha256')]
  for (let block = 0; block < 513; block++) for (const hash of [own, other]) hash.update(blockOf(block))
  expect(own.hex()).toBe(other.digest('hex'))
}, 600_000)
