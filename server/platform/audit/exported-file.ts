/** The rows of an audit export: the file itself, or the one in the zip that was exported. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import yauzl from 'yauzl'
import { Usage } from './verify-audit.mjs'

/** Bytes of audit.ndjson, from either. */
export async function auditFileOf(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (await beginsLikeZip(path)) return entryOf(path, 'audit.ndjson')
  return createReadStream(path, { highWaterMark: 1024 * 1024 })
}

async function beginsLikeZip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => {
    throw new Usage(`There is no file ${path} that can be read.`)
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

/** The one entry that is wanted; everything else in the zip is left alone. */
async function* entryOf(path: string, name: string): AsyncGenerator<Uint8Array> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue
      yield* await zip.openReadStreamPromise(entry)
      return
    }
    throw new Usage(`${path} has no ${name} in it.`)
  } finally {
    zip.close()
  }
}
