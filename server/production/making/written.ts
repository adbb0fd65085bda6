/** The parts that a process hands over, as they are written: pages at once, texts behind them. */
import { ChildFault } from '../../platform/jobs/child.ts'
import type { MadeFile } from './made-file.ts'
import type { MakePart } from './protocol.ts'

/** Between the pages of a text. */
const formFeed = '\f'

export class Written {
  readonly #file: MadeFile
  readonly #texts: string[] = []
  #pages = 0
  #drawn = 0
  #isPdf = false

  constructor(file: MadeFile) {
    this.#file = file
  }

  async take(part: MakePart): Promise<void> {
    switch (part.kind) {
      case 'page':
        this.#pages += 1
        return await this.#file.part({ kind: 'page', extension: part.extension }, part.bytes)
      case 'pdf':
        this.#isPdf = true
        return await this.#file.write(part.bytes)
      case 'drawn':
        this.#drawn += 1
        return this.#file.drew(part.sum)
      case 'text':
        this.#texts.push(part.text)
    }
  }

  /** Rejects as a lost process does where other parts came than were asked for. `isKept`: it is no picture for the screen. */
  async end(pages: number, isPdf: boolean, hasText: boolean, isKept: boolean): Promise<void> {
    const isWhole =
      this.#isPdf === isPdf && this.#pages === (isPdf ? 0 : pages) && this.#drawn === (isKept ? pages : 0)
    if (!isWhole || this.#texts.length !== (hasText ? pages : 0))
      throw new ChildFault('crashed', 'The process that draws has made something else.', null)
    if (isPdf) this.#file.endPart({ kind: 'pdf', extension: 'pdf' })
    if (hasText)
      await this.#file.part(
        { kind: 'text', extension: 'txt' },
        Buffer.from(this.#texts.join(formFeed), 'utf8'),
      )
  }
}
