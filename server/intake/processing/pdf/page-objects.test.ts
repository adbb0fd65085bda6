/** What is looked at of a page has an end, also where nothing is drawn. */
import { expect, it } from 'vitest'
import { pdf, stream } from '#tests/fixtures/pdf.ts'
import { pageObjects } from './page-objects.ts'
import { withPdf } from './pdf-file.ts'

/** A form that draws the one behind it ten times, three deep, and nothing. */
const nested = Object.fromEntries(
  [1000, 1001, 1002].map((number) => [
    number,
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /F ${number + 1} 0 R >> >>`,
      number === 1002 ? '0 0 10 10 re f' : '/F Do '.repeat(10),
    ),
  ]),
)
const bytes = pdf({
  pages: [{ content: '/F Do '.repeat(10), entries: '/Resources << /XObject << /F 1000 0 R >> >>' }],
  objects: nested,
})

const found = (most: number) =>
  withPdf(bytes, [], (file) =>
    file.page(0, (page) => [...pageObjects(file, page, most)].map((one) => one?.type ?? null)),
  )

it('forms are walked through to what they draw', async () => {
  const drawn = await found(10_000)
  expect(drawn).toHaveLength(1_000)
  expect(drawn).not.toContain(null)
})

it('and count among what is looked at: the walk ends, and says that there is more', async () => {
  // A form at each of three levels, and what the last one draws.
  expect(await found(4)).toEqual([2, null])
  expect(await found(3)).toEqual([null])
})
