/** Each language that may be chosen can be recognised: its data are there, and the engine takes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type OcrLanguage, ocrLanguages } from '#contracts/processing.ts'
import { scan } from '#tests/fixtures/scans.ts'
import { inDeepRun } from '#tests/runs.ts'
import { openOcr } from './engine.ts'
import { languageData } from './language-data.ts'
import { recognisePage } from './recognise-page.ts'

it('recognises a page in each language by itself, and in all of them together', {
  ...inDeepRun,
  timeout: 60_000,
}, async () => {
  const page = await scan(['Amsterdam 1972'])
  for (const chosen of [...ocrLanguages.map((language) => [language]), ocrLanguages]) {
    const engine = await openOcr({ languages: chosen, tessdata: null })
    expect([chosen, recognisePage(engine, page).text]).toEqual([chosen, 'Amsterdam 1972'])
    expect(engine.name.split('+')).toHaveLength(chosen.length)
  }
})

it('takes data of a folder before its own, and its own where they are not there or do not fit', async () => {
  const page = await scan(['Amsterdam 1972'])
  const tessdata = mkdtempSync(join(tmpdir(), 'affiant-tessdata-'))
  const nameWith = async (languages: readonly OcrLanguage[]): Promise<string> => {
    const engine = await openOcr({ languages, tessdata })
    expect(recognisePage(engine, page).text).toBe('Amsterdam 1972')
    return engine.name.slice(engine.name.indexOf(', ') + 2)
  }
  try {
    expect(await nameWith(['en'])).toBe('eng 4.0.0_best_int')
    const { bytes } = await languageData('en', null)
    writeFileSync(join(tessdata, 'eng.traineddata'), bytes)
    expect(await nameWith(['en', 'de'])).toMatch(/^eng [0-9a-f]{8} \+ deu 4\.0\.0_best_int$/)
    const damaged: readonly (readonly [OcrLanguage, Uint8Array])[] = [
      ['fr', bytes.subarray(0, 1000)],
      ['nl', Buffer.from('no data at all')],
      ['it', Buffer.alloc(0)],
    ]
    for (const [beside, data] of damaged) {
      writeFileSync(join(tessdata, 'eng.traineddata'), data)
      expect(await nameWith(['en', beside])).toMatch(/^eng 4\.0\.0_best_int \+ /)
    }
  } finally {
    rmSync(tessdata, { recursive: true })
  }
}, 60_000)
