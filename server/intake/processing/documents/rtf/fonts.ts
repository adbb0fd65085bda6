/** The code page in which a font's text is written (`\fcharsetN`, RTF 1.9.1 "Font Table"; MS-WMF 2.1.1.5). */

const codePages: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [78, 932],
  [89, 10007],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
])

/** Undefined for 0, 1 and 2, which are whatever the document has, and symbols. */
export const codePageOfCharset = (charset: number): number | undefined =>
  charset <= 2 ? undefined : codePages.get(charset)

export class Fonts {
  readonly #codePages = new Map<number, number>()
  #defined = 0

  define(font: number): void {
    this.#defined = font
  }

  /** Of the font that is being defined. */
  charset(charset: number): void {
    const codePage = codePageOfCharset(charset)
    if (codePage !== undefined && this.#codePages.size < 10_000) this.#codePages.set(this.#defined, codePage)
  }

  codePage(codePage: number): void {
    this.#codePages.set(this.#defined, codePage)
  }

  codePageOf(font: number): number | undefined {
    return this.#codePages.get(font)
  }
}
