/** What the service takes of memory while large files are sent to it side by side, as browsers send them, and are read. */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  beginUpload,
  chunkBytes,
  createSource,
  finishUpload,
  processSource,
  putChunk,
} from '../contracts/collect.ts'
import { getJob, settledStates } from '../contracts/jobs.ts'
import { createCustodian } from '../contracts/project.ts'
import { type OwnProject, ownProject } from '../tests/e2e/projects.ts'
import { startServer } from '../tests/e2e/server.ts'
import type { Figure } from './figure.ts'
import { weighed } from './memory.ts'

const megabyte = 1024 * 1024
const imageMegabytes = 1024
const messages = 4
/** Of what is attached to each of them: encoded, it stays below what is read of a message. */
const attachedMegabytes = 60

/** `folder`: where the files are made. */
export async function* uploadFigures(folder: string): AsyncGenerator<Figure> {
  const files = [diskImage(join(folder, 'disk.img')), mailbox(join(folder, 'large.mbox'))]
  const [image, mail] = files.map((path) => Math.round(statSync(path).size / megabyte))
  const server = await startServer()
  try {
    const project = await ownProject(server, 'Large')
    const { megabytes } = await weighed(() => sent(project, files), server.pid)
    yield {
      group: 'import',
      name: `peak memory of the service while ${image} MB of a disk image and ${mail} MB of mail with attachments of ${attachedMegabytes} MB are sent and read`,
      value: megabytes,
      unit: 'MB',
      bound: 1500,
      better: 'lower',
    }
  } finally {
    await server.close()
  }
}

/** Sends the files into a source side by side, and waits until they have been read. */
async function sent({ api, projectId: project }: OwnProject, files: readonly string[]): Promise<void> {
  const { custodianId } = await api.call(createCustodian, { project, body: { name: 'Bench' } })
  const source = { name: 'Large', custodianId, autoProcess: false, autoPromote: true }
  const { sourceId } = await api.call(createSource, { project, body: source })
  await Promise.all(
    files.map(async (path) => {
      const body = { sourceId, fileName: basename(path), size: statSync(path).size }
      const { uploadId } = await api.call(beginUpload, { project, body })
      const params = { uploadId }
      let offset = 0
      for (const bytes of chunksOf(path)) {
        await api.call(putChunk, { project, params, query: { offset }, body: bytes })
        offset += bytes.length
      }
      await api.call(finishUpload, { project, params, body: {} })
    }),
  )
  const asked = { project, params: { sourceId }, body: { ifAutomatic: false } }
  const { jobId } = await api.call(processSource, asked)
  if (jobId === null) throw new Error('Nothing that was sent waits to be read.')
  for (;;) {
    const { state, message } = await api.call(getJob, { project, query: { jobId } })
    if (state === 'Failed') throw new Error(`The import failed: ${message}`)
    if (settledStates.includes(state)) return
    await new Promise((wake) => setTimeout(wake, 200))
  }
}

function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (;;) {
      const bytes = Buffer.alloc(chunkBytes)
      const length = readSync(file, bytes)
      if (length === 0) return
      yield bytes.subarray(0, length)
    }
  } finally {
    closeSync(file)
  }
}

const diskImage = (path: string): string => {
  const noise = randomBytes(megabyte)
  return written(path, imageMegabytes, () => noise)
}

function mailbox(path: string): string {
  const encoded = randomBytes(attachedMegabytes * megabyte).toString('base64')
  const lines = Buffer.from(encoded.replace(/.{76}/g, '$&\n'))
  return written(path, messages, (n) => {
    // No two of them are the same.
    lines.write(Buffer.from([n, n, n]).toString('base64'))
    return Buffer.concat([Buffer.from(head(n)), lines, Buffer.from('\n--cut--\n\n')])
  })
}

const head = (n: number): string =>
  [
    'From ines@bench.example Mon Mar  4 10:00:00 2024',
    `Message-ID: <large-${n}@bench.example>`,
    'From: Ines Duarte <ines@bench.example>',
    'To: Tom Field <tom@bench.example>',
    `Subject: Drawings, part ${n}`,
    `Date: Mon, 04 Mar 2024 1${n}:00:00 -0600`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Part ${n} of the drawings of the well.`,
    '--cut',
    `Content-Type: application/octet-stream; name="part-${n}.bin"`,
    `Content-Disposition: attachment; filename="part-${n}.bin"`,
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ].join('\n')

/** A file of so many parts, one behind the other; its path. */
function written(path: string, parts: number, part: (n: number) => Buffer): string {
  const file = openSync(path, 'w')
  for (let n = 0; n < parts; n++) writeSync(file, part(n))
  closeSync(file)
  return path
}
