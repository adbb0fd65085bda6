/**
 * Page images, drawn when they are asked for and kept from then on. Whoever looks at a document does not wait behind
 * imports: pages are drawn for the screen by a process of their own, what was asked for last first, with those that come
 * next.
 */
import { join } from 'node:path'
import type { Logger } from 'pino'
import { passwordsOf } from '../../organization/settings/processing.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { Config } from '../../platform/config.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import { type ChildPool, createPool } from '../../platform/jobs/pool.ts'
import { openOffice } from '../../platform/office/office.ts'
import type { Records } from '../../platform/records/records.ts'
import {
  type Drawable,
  type DrawnFile,
  draw,
  type Makeable,
  measure,
  openForOffice,
  readText,
  render,
  type Source,
} from './draw.ts'
import { type KeptPages, keepPages } from './kept.ts'
import { keepWords, keptWords } from './kept-words.ts'
import { laidOut, laidOutKey } from './laid-out.ts'
import { layOutText } from './laid-text.ts'
import { hasRendition, makerOf, versionOf, type WhyNone, whyNone } from './makers.ts'
import { type Maker, maxPages, maxPlaced, type PageFault, type PageSize, type PageText } from './protocol.ts'
import { recognizedWords } from './recognized-words.ts'
import { changeFaults, type PageSet, readSet, writeSet } from './sets.ts'
import { textKey, textOfPages } from './text-of-pages.ts'
import { withRecognized } from './with-recognized.ts'

declare module '../../platform/services.ts' {
  interface Services {
    /** Page images, drawn when they are asked for. */
    readonly pages: Pages
  }
}

type Rendition = { readonly html: string } | PageFault

export interface Pages {
  readonly kept: KeptPages
  /** With the maker of its pages; null where there is none. */
  makeable(source: Source): Promise<Makeable | null>
  /** Whether it has pages, or should have. */
  concerns(source: Source): boolean
  /** Why there is none. */
  whyNone(source: Source): WhyNone
  /** What pages a document has, found out where nobody has looked yet; `children` for whom nobody waits. */
  look(source: Makeable, children?: ChildPool, signal?: AbortSignal): Promise<PageSet>
  /** The image of a page (from 0) of a document that has it. A signal that aborts takes the wish back. */
  image(source: Makeable, page: number, signal: AbortSignal): Promise<Buffer | PageFault>
  /** Draws those of the pages that are not kept yet. */
  drawAll(source: Makeable, pages: readonly number[], children: ChildPool, signal: AbortSignal): Promise<void>
  /** With the file that its pages are drawn from, made where it has to be; or why there is none. */
  file(source: Makeable, signal: AbortSignal): Promise<Drawable | PageFault>
  /** How large the pages are of a file that was made here, as what was produced. */
  sizesOfFile(file: DrawnFile, signal: AbortSignal): Promise<readonly PageSize[] | PageFault>
  /** A page (from 0) of such a file; it is not kept. */
  imageOfFile(file: DrawnFile, page: number, signal: AbortSignal): Promise<Buffer | PageFault>
  /** The words of its pages with their places: their own, and on scans and pictures what was recognized. */
  words(source: Makeable, signal: AbortSignal): Promise<readonly PageText[] | PageFault>
  /** How large the pages of a PDF that was made of a document are, and their words; or why nobody knows. */
  ofFile(
    file: Drawable,
    signal: AbortSignal,
  ): Promise<{ readonly sizes: readonly PageSize[]; readonly texts: readonly PageText[] } | PageFault>
  /** A document that has no pages of its own as HTML. */
  rendition(source: Makeable): Promise<Rendition>
  stop(): Promise<void>
}

interface PagesOptions {
  readonly config: Pick<Config, 'dataDir' | 'pagesBytes' | 'soffice'>
  readonly records: Records
  readonly blobs: Blobs
  readonly spool: string
  readonly log: Logger
  /** The process that draws, renders and measures. */
  readonly worker: URL
  /** Milliseconds that one page may take; other than the usual in tests only. */
  readonly pageMs?: number
  /** And one that LibreOffice may take over a document. */
  readonly officeMs?: number
}

/** Pages of one document that may take too long before a job leaves out the others: they would take it hours. */
const maxSlow = 3
const notTried: PageFault = {
  code: 'timedOut',
  reason: 'It was not drawn: others of this document took too long.',
}
/** A rendition is held for so long after it was made. */
const renditionMs = 30_000
/** How many pages behind the one that is asked for are drawn with it. */
const pagesAhead = 3
const usualPageMs = 20_000
/** It draws one document at a time, and none of those are large. */
const viewingMemoryMb = 1024

interface Wish {
  readonly source: Makeable
  readonly page: number
  readonly wanted: () => boolean
  readonly answer: (result: Buffer | PageFault) => void
  readonly fail: (error: unknown) => void
}

/** Opens the folder of kept pages; nothing is started before somebody asks. */
export function openPages({
  config,
  records,
  blobs,
  spool,
  log,
  worker,
  pageMs = usualPageMs,
  officeMs,
}: PagesOptions): Pages {
  const office = openOffice(config.soffice, spool, officeMs)
  const viewing = createPool({ size: 1, memoryMb: viewingMemoryMb })
  /** Reads words beside it: no page waits until those of a long document are told. */
  const reading = createPool({ size: 1, memoryMb: viewingMemoryMb })
  const kept = keepPages({
    root: join(config.dataDir, 'pages'),
    spool,
    maxBytes: config.pagesBytes,
    log,
  })
  const stopping = new AbortController()
  const means = (children: ChildPool) => ({
    spool,
    children,
    worker,
    pageMs,
    passwordsOf: (projectId: number) => passwordsOf(records.read, projectId),
  })
  /** By the document and its file, which another one may take the place of. */
  const looking = new Map<string, Promise<PageSet>>()
  const renditions = new Map<string, Promise<Rendition>>()
  const wishes: Wish[] = []
  let granting: Promise<void> | null = null

  const findOut = async (source: Makeable, children: ChildPool, signal: AbortSignal): Promise<PageSet> => {
    const known = await readSet(records.read, source)
    if (known !== null) return known
    const set = await setOf(source, children, signal)
    await records.write('interactive', (trx) => writeSet(trx, source, set))
    return set
  }

  const stored = (source: Makeable): Drawable => ({ ...source, file: blobs.pathOf(source.sha256) })
  const layOut = (source: Makeable, children: ChildPool, signal: AbortSignal) =>
    layOutText({ ...means(children), read: records.read, kept }, source, signal)

  /** With the file that its pages are drawn from, made where it has to be. */
  const drawable = async (
    source: Makeable,
    children: ChildPool,
    signal: AbortSignal,
  ): Promise<Drawable | PageFault> => {
    const file = stored(source)
    if (source.maker === 'text') {
      const there = await kept.getPdf(source.key)
      const made = there ?? (await layOut(source, children, signal))
      if (typeof made !== 'string' && !('path' in made)) return made
      return { ...file, maker: 'pdf', file: typeof made === 'string' ? made : made.path }
    }
    if (source.maker !== 'office') return file
    const made = await laidOut(
      { office, kept, spool, urgent: children === viewing },
      file,
      () => openForOffice(means(children), file, signal),
      signal,
    )
    return typeof made === 'string' ? { ...file, maker: 'pdf', file: made } : made
  }

  /** Not made twice for the look at a document and its showing, nor for each of those that ask again and again. */
  const renditionOf = (source: Makeable, children: ChildPool, signal: AbortSignal): Promise<Rendition> => {
    const word = { ...stored(source), maker: 'word' } as const
    if (children !== viewing) return render(means(children), word, signal)
    const file = fileOf(source)
    const known = renditions.get(file)
    if (known !== undefined) return known
    const made = render(means(children), word, signal)
    renditions.set(file, made)
    const forget = (): boolean => renditions.delete(file)
    made.then(() => setTimeout(forget, renditionMs).unref(), forget)
    return made
  }

  const keyOf = async (source: Source, maker: Maker): Promise<string> => {
    if (maker === 'office') return laidOutKey(source, office)
    if (maker !== 'text') return source.sha256
    const text = await textOfPages(records.read, source)
    return text === null ? source.sha256 : textKey(source, text)
  }

  const setOf = async (source: Makeable, children: ChildPool, signal: AbortSignal): Promise<PageSet> => {
    const failed = (fault: PageFault): PageSet => ({ sizes: null, faults: new Map(), fault })
    /** What cannot be laid out (and why, where it should have been) may be shown as a rendition still. */
    const asRendition = async (fault: PageFault | null): Promise<PageSet> => {
      const made = await renditionOf(source, children, signal)
      return 'code' in made ? failed(fault ?? made) : { sizes: [], faults: new Map(), fault }
    }
    if (source.maker === 'word') return await asRendition(null)
    if (source.maker === 'text') {
      const made = await layOut(source, children, signal)
      return 'path' in made ? { sizes: made.sizes, faults: new Map(), fault: made.fault } : failed(made)
    }
    const from = await drawable(source, children, signal)
    const found = 'code' in from ? from : await measure(means(children), from, signal)
    if ('code' in found)
      return source.maker === 'office' && hasRendition(source.mimeType)
        ? await asRendition(found)
        : failed(found)
    if (found.sizes.length === 0)
      return failed({ code: 'corrupt', reason: 'It has no page that can be drawn.' })
    const reason = `Only the first ${maxPages} of its ${maxPages + found.left} pages are shown.`
    return {
      sizes: found.sizes,
      faults: new Map(),
      fault: found.left > 0 ? { code: 'tooMany', reason } : null,
    }
  }

  /** Draws, keeps what was drawn, and puts on the record what cannot be; `faulty` pages are tried once more. */
  const make = async (
    source: Makeable,
    pages: readonly number[],
    children: ChildPool,
    signal: AbortSignal,
    onPage: (page: number, result: Buffer | PageFault) => void,
    faulty: ReadonlySet<number> = new Set(),
  ): Promise<void> => {
    const faults = new Map<number, PageFault>()
    const mended: number[] = []
    const failed = (page: number, { code, reason }: PageFault): void => {
      faults.set(page, { code, reason })
      onPage(page, { code, reason })
    }
    const from = await drawable(source, children, signal)
    if ('code' in from) for (const page of pages) failed(page, from)
    else
      await draw(means(children), from, pages, signal, async (part) => {
        if (part.kind === 'fault') return failed(part.page, part)
        await kept.put(source.key, part.page, part.bytes)
        if (faulty.has(part.page)) mended.push(part.page)
        onPage(part.page, part.bytes)
      })
    if (faults.size + mended.length > 0)
      await records.write('interactive', (trx) => changeFaults(trx, source, faults, mended))
  }

  /** Grants what was wished for last first: that is what is on the screen. */
  const grant = async (): Promise<void> => {
    for (let next = wishes.pop(); next !== undefined; next = wishes.pop())
      if (next.wanted()) await grantOne(next)
  }

  const grantOne = async ({ source, page, answer, fail }: Wish): Promise<void> => {
    try {
      const there = await kept.get(source.key, page)
      const set = await readSet(records.read, source)
      const fault = set?.faults.get(page)
      if (there !== null || fault !== undefined) return answer(there ?? fault ?? nothing)
      const last = Math.min(page + pagesAhead, (set?.sizes?.length ?? 0) - 1)
      const has = await kept.has(source.key)
      const others = range(page + 1, last).filter((one) => !has.has(one) && set?.faults.has(one) !== true)
      await make(source, [page, ...others], viewing, stopping.signal, (made, result) => {
        if (made === page) answer(result)
      })
    } catch (error) {
      fail(error)
    }
  }

  /** The words that pages say by themselves. */
  const ownWords = async (
    source: Makeable,
    signal: AbortSignal,
  ): Promise<readonly PageText[] | PageFault> => {
    const of = { key: source.key, passwords: await passwordsOf(records.read, source.projectId) }
    const known = await keptWords(kept, of)
    if (known !== null) return known
    const from = await drawable(source, viewing, stopping.signal)
    if ('code' in from) return from
    if (from.maker !== 'pdf') return []
    // Others wait for this one process: what nobody waits for any more is not read.
    const read = await readText(means(reading), from, AbortSignal.any([stopping.signal, signal]))
    // Where the disk is full they are read again.
    if (!('code' in read)) await keepWords(kept, of, read).catch(() => {})
    return read
  }

  return {
    kept,
    async makeable(source) {
      const maker = makerOf(source.category, source.mimeType, office)
      if (maker === null) return null
      const key = await keyOf(source, maker)
      return { ...source, maker, key, version: versionOf(maker, office, key) }
    },
    concerns: (source) =>
      makerOf(source.category, source.mimeType, office) !== null ||
      whyNone(source.category, source.mimeType, office).code !== null,
    whyNone: ({ category, mimeType }) => whyNone(category, mimeType, office),
    look(source, children = viewing, signal = stopping.signal) {
      // What a job is told to stop, nobody else's look may stop with it.
      if (children !== viewing) return findOut(source, children, signal)
      const file = fileOf(source)
      const known = looking.get(file)
      if (known !== undefined) return known
      const found = findOut(source, children, signal).finally(() => looking.delete(file))
      looking.set(file, found)
      return found
    },
    image: (source, page, signal) =>
      new Promise((answer, fail) => {
        const wanted = (): boolean => !signal.aborted
        wishes.push({ source, page, wanted, answer, fail })
        signal.addEventListener('abort', () => fail(gone()), { once: true })
        granting ??= grant().finally(() => {
          granting = null
        })
      }),
    async drawAll(source, pages, children, signal) {
      const has = await kept.has(source.key)
      const missing = pages.filter((page) => !has.has(page))
      if (missing.length === 0) return
      const { faults } = await findOut(source, children, signal)
      const slow = [...faults.values()].filter(({ code }) => code === 'timedOut')
      if (slow.length < maxSlow)
        return await make(source, missing, children, signal, () => {}, new Set(faults.keys()))
      const given = new Map(missing.map((page) => [page, notTried] as const))
      await records.write('bulk', (trx) => changeFaults(trx, source, given))
    },
    file: (source, signal) => drawable(source, viewing, AbortSignal.any([stopping.signal, signal])),
    async sizesOfFile(file, signal) {
      const found = await measure(means(viewing), file, AbortSignal.any([stopping.signal, signal]))
      return 'code' in found ? found : found.sizes
    },
    async imageOfFile(file, page, signal) {
      let drawn: Buffer | PageFault = nothing
      const wanted = AbortSignal.any([stopping.signal, signal])
      await draw(means(viewing), file, [page], wanted, async (part) => {
        drawn = part.kind === 'image' ? part.bytes : { code: part.code, reason: part.reason }
      })
      return drawn
    },
    async words(source, signal) {
      const own = await ownWords(source, signal)
      // What is laid out here, or by LibreOffice, is no file that text is recognized in.
      if ('code' in own || source.maker === 'text' || source.maker === 'office') return own
      const recognized = await recognizedWords(records.read, source)
      const pages = source.maker === 'pdf' ? own.length : Math.max(-1, ...recognized.keys()) + 1
      return withRecognized(own, recognized, pages, maxPlaced)
    },
    async ofFile(file, signal) {
      const wanted = AbortSignal.any([stopping.signal, signal])
      const measured = await measure(means(viewing), file, wanted)
      if ('code' in measured) return measured
      const texts = await readText(means(reading), file, wanted)
      return 'code' in texts ? texts : { sizes: measured.sizes, texts }
    },
    rendition: (source) => renditionOf(source, viewing, stopping.signal),
    async stop() {
      stopping.abort()
      for (const { fail } of wishes.splice(0)) fail(gone())
      await Promise.allSettled([...looking.values(), granting])
      await viewing.stop()
      await reading.stop()
      await office.stop()
      await kept.settled()
    },
  }
}

const fileOf = ({ documentId, key }: Makeable): string => `${documentId} ${key}`

const nothing: PageFault = { code: 'missing', reason: 'This page is not there.' }
const gone = (): ChildFault => new ChildFault('stopped', 'Nobody waits for this page any more.', null)

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
