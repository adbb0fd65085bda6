/** Real pages with the text that people have read on them. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OcrLanguage } from '#contracts/processing.ts'
import { europeanText, hasRealScans, recall, scansFolder, typedScans } from '#tests/fixtures/real-scans.ts'
import { deep, inDeepRun } from '#tests/runs.ts'
import { readConfig } from '../../../platform/config.ts'
import { openOcr } from './engine.ts'
import { openPictures } from './pictures.ts'
import { type RecognisedPage, recognisePage } from './recognise-page.ts'

/** The data of the system, where it has some, take as long again: the deep run reads with them instead. */
const ofSystem = deep ? readConfig({}).tessdata : null
const data: readonly (readonly [name: string, tessdata: string | null])[] = [
  ofSystem === null ? ['the data that come with the program', null] : ['the data of the system', ofSystem],
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)

describe.skipIf(!hasRealScans).each(data)('the text of real pages, by %s', inDeepRun, (_, tessdata) => {
  async function read(path: string, languages: readonly OcrLanguage[] = ['en']): Promise<RecognisedPage> {
    const type = path.endsWith('.tif') ? 'image/tiff' : path.endsWith('.png') ? 'image/png' : 'image/jpeg'
    const engine = await openOcr({ languages, tessdata })
    return recognisePage(engine, (await openPictures(readFileSync(`${scansFolder}${path}`), type)).page(0))
  }
  it('is found to 97 words of 100, whichever way up they lie', async () => {
    let [found, of] = [0, 0]
    for (const { path, expected } of typedScans()) {
      const score = recall(expected, (await read(path)).text)
      say(`${path}: ${score.found} of ${score.of} words; missed: ${score.missed.join(' ') || 'none'}`)
      found += score.found
      of += score.of
    }
    say(`word recall ${((100 * found) / of).toFixed(1)}%`)
    expect(found / of).toBeGreaterThanOrEqual(0.97)
  }, 180_000)

  it('is found in six languages where these are chosen, and less of it in English alone', async () => {
    const scoreIn = async (...languages: OcrLanguage[]) => {
      const score = recall(
        europeanText(),
        (await read('answers/ocr-expected-text/eurotext.tif', languages)).text,
      )
      say(`eurotext.tif in ${languages}: ${score.found} of ${score.of}; missed: ${score.missed.join(' ')}`)
      return score.found / score.of
    }
    const all = await scoreIn('en', 'de', 'fr', 'it', 'es', 'pt')
    // Accents are missed that the language by itself would have: more languages make it less sure.
    expect(all).toBeGreaterThanOrEqual(0.93)
    expect(all).toBeGreaterThan(await scoreIn('en'))
  }, 180_000)

  it('leans, is small, or is wide, and is found all the same', async () => {
    expect((await read('ocr/testOCR.png')).text).toBe('This file contains some words.')
    expect((await read('ocr/testOCR.jpg')).text.split('\n')).toEqual(['Apache Tika', 'OCR Testing'])
    expect((await read('ocr/testOCR_spacing.png')).text).toBe('The quick brown fox')
    const leaning = await read('ocr/testRotated+10.png')
    expect(leaning.text).toMatch(/^Its had resolving otherwise she contented therefore\./)
    expect(leaning.confidence).toBeGreaterThan(90)
    // It leans clockwise: the first line's end lies lower than its beginning by about a sixth of its length.
    const line = leaning.words.slice(0, leaning.text.slice(0, leaning.text.indexOf('\n')).split(' ').length)
    const [first, last] = [line[0], line.at(-1)]
    if (first === undefined || last === undefined) throw new Error('There is no line.')
    expect((last.top - first.top) / (last.left - first.left)).toBeCloseTo(Math.tan((10 * Math.PI) / 180), 1)
  }, 180_000)

  it('is not made up where there is none', async () => {
    for (const name of ['baseball.jpg', 'testJPEG_oddTagComponent.jpg', 'testJPEG_EXIF.jpg'])
      expect(await read(`images/${name}`)).toMatchObject({ text: '', words: [], confidence: 0 })
  }, 180_000)
})
