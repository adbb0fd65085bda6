/**
 * Tesseract in WebAssembly, opened once for a process and used by one call at a time: its neural engine alone, in the build
 * whose relaxed SIMD multiplies whole numbers as fast as the processor can. Every Node that the program runs on knows it.
 */
import { createRequire } from 'node:module'
import type { OcrLanguage } from '#contracts/processing.ts'
import { Unreadable } from '../documents/reading.ts'
import type { GreyImage } from './grey.ts'
import { languageData } from './language-data.ts'

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
const neuralOnly = 1
const noExif = 1
/** Lines that lean less than this (about half a degree) are read as they are. */
const minSkew = 0.01

/** What it recognises, and by which data (language-data.ts). */
export interface Opening {
  readonly languages: readonly OcrLanguage[]
  /** A folder with data that go before the program's own; null: there is none. */
  readonly tessdata: string | null
}

let opened: { readonly key: string; readonly engine: Promise<OcrEngine> } | null = null

/** The engine of this process for these languages; a new one where the last was ended, or was for others. */
export function openOcr({ languages, tessdata }: Opening): Promise<OcrEngine> {
  const key = JSON.stringify([languages, tessdata])
  if (opened?.key !== key) {
    // Data of the system may be for another version, or damaged: our own are always there.
    const ready =
      tessdata === null ? open(languages, null) : open(languages, tessdata).catch(() => open(languages, null))
    const engine = ready.catch((error: unknown) => {
      opened = null
      throw error
    })
    opened = { key, engine }
  }
  return opened.engine
}

async function open(languages: readonly OcrLanguage[], tessdata: string | null): Promise<OcrEngine> {
  const load: CoreFactory = require('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js')
  const { version }: { version: string } = require('tesseract.js-core/package.json')
  // A language that cannot be loaded beside others is only said. Nothing else that it says goes anywhere: it may hold words
  // of the page.
  let isWhole = true
  const core = await load({
    print: () => {},
    printErr: (said) => {
      if (said.startsWith('Failed loading language')) isWhole = false
    },
  })
  const all = await Promise.all(languages.map((language) => languageData(language, tessdata)))
  for (const { name, bytes } of all) core.FS.writeFile(`/${name}.traineddata`, bytes)
  const api = new core.TessBaseAPI()
  if (api.Init('/', all.map(({ name }) => name).join('+'), neuralOnly) !== 0 || !isWhole)
    throw new Error('The data for text recognition do not fit.')
  return {
    name: `tesseract.js-core ${version}, ${all.map((data) => `${data.name} ${data.version}`).join(' + ')}`,
    recognise: (image) => {
      try {
        return recognise(core, api, image)
      } catch (error) {
        opened = null
        if (error instanceof Unreadable) throw error
        throw new Unreadable('corrupt', 'The OCR program was ended by this page.')
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
  const skew = Number.isFinite(lean) && Math.abs(lean) >= minSkew ? lean : 0
  if (skew !== 0) show(skew)
  api.Recognize(null)
  const table = api.GetTSVText(0)
  api.Clear()
  return { table, skew }
}

/** As a file of the plainest format there is (PGM). */
const bitmapOf = ({ width, height, pixels }: GreyImage): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
