/** Pages that are scans count as pages without text, also where somebody has stamped them. */
import { expect, it } from 'vitest'
import { type PdfParts, pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readPdf } from './read-pdf.ts'

const readParts = (parts: PdfParts) => {
  const bytes = pdf(parts)
  return readPdf(bytes, identify(bytes, 'a.pdf'), { limits: defaultLimits, passwords: [], name: 'a.pdf' })
}

const sheet = stream(
  '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
  Buffer.alloc(64, 200),
)
const resources = '/Resources << /Font << /F 3 0 R >> /XObject << /I 1000 0 R /Whole 1001 0 R >> >>'
/** The sheet as the first half of its width and all of its height, laid out anew by who takes it in. */
const whole = stream(
  '/Type /XObject /Subtype /Form /BBox [0 0 306 792] /Matrix [2 0 0 1 0 0] /Resources << /XObject << /I 1000 0 R >> >>',
  'q 306 0 0 792 0 0 cm /I Do Q',
)
const objects = { 1000: sheet, 1001: whole }
const scan = 'q 612 0 0 792 0 0 cm /I Do Q '
const page = (content: string) => ({ content, entries: resources })
const stamp = (number: string) => show(number, 450, 20, 9)
const letter = Array.from({ length: 12 }, (_, line) =>
  show('The parties agree that the wharf is let', 72, 700 - 20 * line, 11),
).join('')

it.each([
  ['a scan with a number on it', scan + stamp('NW000117')],
  ['a scan with a number across it', scan + show('NW000117', 200, 400, 60)],
  ['a scan that a program has wrapped in a form', `/Whole Do ${stamp('NW000117')}`],
])('%s is a page without text, and says what it needs', async (_, content) => {
  const reading = await readParts({ pages: [page(content), page(content)], objects })
  expect(reading).toMatchObject({
    text: 'NW000117\fNW000117',
    metadata: { Pages_Without_Text: ['2'] },
    flaws: [
      {
        code: 'noTextYet',
        reason: 'Next to no text: its 2 pages are images; text recognition is needed.',
        stage: 'text',
      },
    ],
  })
})

it('scans with numbers on them are counted among pages of text', async () => {
  const pages = [page(letter + stamp('NW000116')), page(scan + stamp('NW000117'))]
  const { metadata, flaws } = await readParts({ pages, objects })
  expect(metadata.Pages_Without_Text).toEqual(['1'])
  expect(flaws).toEqual([])
})

/** Recognised text as programs lay it over a scan: drawn with nothing. */
const layer = (content: string) => `q 3 Tr ${content} Q `
const flyer = Array.from({ length: 4 }, (_, line) =>
  show('Come and see the new wharf on Sunday', 150, 500 - 40 * line, 24),
).join('')

it.each([
  ['a letter on printed paper', scan + letter],
  ['a flyer of few words over a picture', scan + flyer],
  ['a scan whose few words were recognised', scan + layer(show('Receipt: 12.00', 72, 700, 11))],
  ['a picture with a line below it', `q 300 0 0 300 0 0 cm /I Do Q ${stamp('Fig. 1')}`],
])('%s is a page of text', async (_, content) => {
  const { metadata, flaws } = await readParts({ pages: [page(content)], objects })
  expect(metadata).not.toHaveProperty('Pages_Without_Text')
  expect(flaws).toEqual([])
})
