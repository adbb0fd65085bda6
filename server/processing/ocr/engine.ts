/**
 * Tesseract in WebAssembly (its neural engine alone, which its SIMD build makes fast), opened once for a process and used
 * by one call at a time. The data of each language are those of whole numbers: in trials on scanned and printed pages in
 * English they found the same words as the four times larger ones, at the same speed.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { OcrLanguage } from '#contracts/processing.ts'
import { Unreadable } from '../documents/reading.ts'
import type { GreyImage } from './grey.ts'

/** Of Tesseract's own functions those that are used here. */
interface Api {
  Init(folder: string, language: string, engine: number): number
  SetImageFile(exif: number, radians: number, upscale: boolean): number
  SetSourceResolution(dpi: number): void
  FindLines(): number
  GetGradient(): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
}
interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => Api
}
type CoreFactory = (options: { print(text: string): void; printErr(text: string): void }) => Promise<Core>

/** What Tesseract says of an image: its table of words, and by how much the image was turned before. */
export interface Said {
  readonly table: string
  /** Radians clockwise about the middle. */
  readonly skew: number
}

export interface OcrEngine {
  /** What it is, with its version. */
  readonly name: string
  /** Recognises one image, straightened. Throws Unreadable where that ends the engine. */
  recognise(image: GreyImage): Said
}

const require = createRequire(import.meta.url)
/** The data of each language, by Tesseract's own name for it. */
const dataOf: Readonly<Record<OcrLanguage, { readonly name: string; readonly file: string }>> = {
  en: { name: 'eng', file: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz') },
  de: { name: 'deu', file: require.resolve('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz') },
  fr: { name: 'fra', file: require.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz') },
  es: { name: 'spa', file: require.resolve('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz') },
  it: { name: 'ita', file: require.resolve('@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz') },
  pt: { name: 'por', file: require.resolve('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz') },
  nl: { name: 'nld', file: require.resolve('@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz') },
  pl: { name: 'pol', file: require.resolve('@tesseract.js-data/pol/4.0.0_best_int/pol.traineddata.gz') },
}
const neuralOnly = 1
const noExif = 1
/** Lines that lean less than this (about half a degree) are read as they are. */
const leastSkew = 0.01

let opened: { readonly languages: string; readonly engine: Promise<OcrEngine> } | null = null

/** The engine of this process for these languages; a new one where the last was ended, or was for others. */
export function openOcr(languages: readonly OcrLanguage[]): Promise<OcrEngine> {
  const wanted = languages.join()
  if (opened?.languages !== wanted) {
    const engine = open(languages).catch((error: unknown) => {
      opened = null
      throw error
    })
    opened = { languages: wanted, engine }
  }
  return opened.engine
}

async function open(languages: readonly OcrLanguage[]): Promise<OcrEngine> {
  const load: CoreFactory = require('tesseract.js-core/tesseract-core-simd-lstm.js')
  const { version }: { version: string } = require('tesseract.js-core/package.json')
  // What it says goes nowhere: it may hold words of the page.
  const silent = { print: () => {}, printErr: () => {} }
  const core = await load(silent)
  for (const language of languages) {
    const { name, file } = dataOf[language]
    const packed = await readFile(file)
    core.FS.writeFile(`/${name}.traineddata`, await promisify(gunzip)(packed))
  }
  const names = languages.map((language) => dataOf[language].name).join('+')
  const api = new core.TessBaseAPI()
  if (api.Init('/', names, neuralOnly) !== 0) throw new Error('The data for text recognition do not fit.')
  return {
    name: `tesseract.js-core ${version}, ${names} 4.0.0_best_int`,
    recognise: (image) => {
      try {
        return recognise(core, api, image)
      } catch (error) {
        opened = null
        if (error instanceof Unreadable) throw error
        throw new Unreadable('corrupt', 'The program that recognises text was ended by this page.')
      }
    },
  }
}

function recognise(core: Core, api: Api, image: GreyImage): Said {
  core.FS.writeFile('/input', bitmapOf(image))
  const show = (radians: number): void => {
    if (api.SetImageFile(noExif, radians, false) === 1)
      throw new Unreadable('corrupt', 'The image of the page cannot be taken.')
    api.SetSourceResolution(Math.round(Math.min(2400, Math.max(70, image.dpi))))
  }
  show(0)
  api.FindLines()
  const lean = api.GetGradient()
  const skew = Number.isFinite(lean) && Math.abs(lean) >= leastSkew ? lean : 0
  if (skew !== 0) show(skew)
  api.Recognize(null)
  const table = api.GetTSVText(0)
  api.Clear()
  return { table, skew }
}

/** As a file of the plainest format there is (PGM). */
const bitmapOf = ({ width, height, pixels }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
