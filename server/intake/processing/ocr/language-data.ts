/**
 * The data by which a language is recognised. The program ships data of whole numbers: in trials on scanned and printed pages
 * in English they found the same words as the four times larger ones, at the same speed. Those that Linux systems have in
 * packages of their own are of a smaller network, which is half again as fast: they go before.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { OcrLanguage } from '#contracts/processing.ts'

export interface LanguageData {
  /** By which Tesseract knows the language. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Which data they are: for the record of what has recognised a text. */
  readonly version: string
}

const shipped = '4.0.0_best_int'
const require = createRequire(import.meta.url)
/** Of each language Tesseract's name, and the file that the program brings. */
const known: Readonly<Record<OcrLanguage, { readonly name: string; readonly own: string }>> = {
  en: { name: 'eng', own: require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz') },
  de: { name: 'deu', own: require.resolve('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz') },
  fr: { name: 'fra', own: require.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz') },
  es: { name: 'spa', own: require.resolve('@tesseract.js-data/spa/4.0.0_best_int/spa.traineddata.gz') },
  it: { name: 'ita', own: require.resolve('@tesseract.js-data/ita/4.0.0_best_int/ita.traineddata.gz') },
  pt: { name: 'por', own: require.resolve('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz') },
  nl: { name: 'nld', own: require.resolve('@tesseract.js-data/nld/4.0.0_best_int/nld.traineddata.gz') },
  pl: { name: 'pol', own: require.resolve('@tesseract.js-data/pol/4.0.0_best_int/pol.traineddata.gz') },
}

/** The data of a language: those in `folder`, where it has them; else the program's own. */
export async function languageData(language: OcrLanguage, folder: string | null): Promise<LanguageData> {
  const { name, own } = known[language]
  const bytes = folder === null ? null : await readFile(join(folder, `${name}.traineddata`)).catch(() => null)
  if (bytes === null) return { name, bytes: await promisify(gunzip)(await readFile(own)), version: shipped }
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { name, bytes, version }
}
