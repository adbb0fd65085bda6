/** What is wrapped by ASN.1, where it is written by somebody who wishes the reader ill. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { der, oid, oids, version } from '#tests/fixtures/cms.ts'

it('takes no memory for the pieces that a content comes in, though they be millions', async () => {
  // Each piece is empty, and two bytes long.
  const pieces = der(0x24, Buffer.alloc(8_000_000, Buffer.of(4, 0)))
  const bytes = der(
    0x30,
    oid(oids.signed),
    der(0xa0, der(0x30, version, der(0x31), der(0x30, oid(oids.data), der(0xa0, pieces)))),
  )
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(({ contentOfCms }) =>
      parentPort.postMessage(contentOfCms(Buffer.from(workerData.bytes)).bytes.length))`,
    {
      eval: true,
      workerData: { bytes, module: new URL('./cms.ts', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    },
  )
  expect(await once(worker, 'message')).toEqual([0])
  await worker.terminate()
})
