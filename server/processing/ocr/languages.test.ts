/** Each language that may be chosen can be recognised: its data are there, and the engine takes them. */
import { expect, it } from 'vitest'
import { ocrLanguages } from '#contracts/processing.ts'
import { scan } from '#tests/fixtures/scans.ts'
import { openOcr } from './engine.ts'
import { recognisePage } from './recognise-page.ts'

it('recognises a page in each language by itself, and in all of them together', async () => {
  const page = await scan(['Amsterdam 1972'])
  for (const chosen of [...ocrLanguages.map((language) => [language]), ocrLanguages]) {
    const engine = await openOcr(chosen)
    expect([chosen, recognisePage(engine, page).text]).toEqual([chosen, 'Amsterdam 1972'])
    expect(engine.name.split('+')).toHaveLength(chosen.length)
  }
}, 60_000)
