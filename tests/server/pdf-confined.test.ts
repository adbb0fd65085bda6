import { afterEach, expect, it } from 'vitest'
import { type ChildPool, createPool } from '#server/platform/jobs/pool.ts'
import { pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { inDeepRun } from '#tests/runs.ts'
import type { PdfRead } from './children/pdf-reader.ts'

const module = new URL('./children/pdf-reader.ts', import.meta.url)
let pool: ChildPool
afterEach(() => pool.stop())

it('PDFs are read and drawn in a confined child of 1 GB, which outlives those that would end it', {
  ...inDeepRun,
  timeout: 60_000,
}, async () => {
  pool = createPool({ size: 1, memoryMb: 1024 })
  const read = (bytes: Uint8Array) => pool.run<PdfRead>(module, { bytes })
  const good = pdf({ pages: [{ content: show('Here') }] })
  const swelling = pdf({
    pages: [{ content: '/X Do', entries: '/Resources << /XObject << /X 1000 0 R >> >>' }],
    objects: {
      1000: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 1000 0 R >> >>',
        '/X Do /X Do',
      ),
    },
  })
  const first = await read(good)
  expect(first).toMatchObject({ text: 'Here', image: 'image/png' })
  for (let n = 0; n < 3; n++) {
    expect(await read(swelling)).toMatchObject({ code: 'tooLarge', pid: first.pid })
    expect(await read(good)).toMatchObject({ text: 'Here', pid: first.pid })
  }
})
