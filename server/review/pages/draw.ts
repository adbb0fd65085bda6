/** Has pages made in child processes. A page that a process is lost over costs that page, and not the others. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lend } from '../../platform/blobs/lend.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { ChildPool } from '../../platform/jobs/pool.ts'
import { ownName } from '../../platform/process-id.ts'
import type {
  Maker,
  OfficeFile,
  PageFault,
  PageSize,
  PagesDone,
  PagesPart,
  PagesTask,
  PageText,
} from './protocol.ts'
import { parseDone, parsePart } from './worker-messages.ts'

/** A document whose pages are made. */
export interface Source {
  readonly documentId: number
  readonly projectId: number
  readonly sha256: string
  readonly mimeType: string
  readonly category: string
}
/** What of a document a process has to know that draws it. */
export type DrawnFile = Pick<Drawable, 'projectId' | 'maker' | 'mimeType' | 'file'>
/** One that has a maker. */
export interface Makeable extends Source {
  readonly maker: Maker
  /** Of the maker: what another one said of the document is asked for anew. */
  readonly version: number
  /** What its pages are kept under. */
  readonly key: string
}
/** One whose pages can be drawn, and the file that they are drawn from. */
export interface Drawable extends Makeable {
  readonly file: string
}

export interface LayoutMeans {
  readonly spool: string
  readonly children: ChildPool
  readonly worker: URL
  /** Milliseconds that one page may take. */
  readonly pageMs: number
  /** What is tried on what is locked. */
  readonly passwordsOf: (projectId: number) => Promise<readonly string[]>
}

/** An image or a fault of one page. */
export type PagePart = Extract<PagesPart, { readonly kind: 'image' | 'fault' }>

/** Pages of one document over which a process may be lost before the others are not tried any more. */
const maxLost = 3

/** How large the images of a document's pages are, or why there are none. */
export async function measure(
  means: LayoutMeans,
  source: DrawnFile,
  signal: AbortSignal,
): Promise<{ readonly sizes: readonly PageSize[]; readonly left: number } | PageFault> {
  let found: { readonly sizes: readonly PageSize[]; readonly left: number } | null = null
  const fault = await whole(means, source, { measure: true, pages: [] }, signal, (part) => {
    if (part.kind === 'sizes') found = part
  })
  return fault ?? found ?? nothing
}

/** The words of all pages in order, as far as they are told, or why there are none. */
export async function readText(
  means: LayoutMeans,
  source: DrawnFile,
  signal: AbortSignal,
): Promise<readonly PageText[] | PageFault> {
  const pages: PageText[] = []
  const fault = await whole(means, source, { measure: false, pages: [], words: true }, signal, (part) => {
    if (part.kind === 'words' && part.page === pages.length)
      pages.push({ text: part.text, boxes: part.boxes })
  })
  return fault ?? pages
}

/** A document as HTML, or why not. */
export async function render(
  means: LayoutMeans,
  source: DrawnFile,
  signal: AbortSignal,
): Promise<{ readonly html: string } | PageFault> {
  let made: { readonly html: string } | null = null
  const fault = await whole(means, source, { measure: false, pages: [] }, signal, (part) => {
    if (part.kind === 'rendition') made = part
  })
  return fault ?? made ?? nothing
}

/** A document as LibreOffice is to be given it, or why not. */
export async function openForOffice(
  means: LayoutMeans,
  source: DrawnFile,
  signal: AbortSignal,
): Promise<OfficeFile | PageFault> {
  let opened: OfficeFile | null = null
  const fault = await whole(means, source, { measure: false, pages: [] }, signal, (part) => {
    if (part.kind === 'office') opened = part
  })
  return fault ?? opened ?? nothing
}

/** A text as pages, or why not. */
export async function layOut(
  means: LayoutMeans,
  source: DrawnFile,
  signal: AbortSignal,
): Promise<
  | {
      readonly pdf: Buffer
      readonly sizes: readonly PageSize[]
      readonly left: number
      readonly fault: PageFault | null
    }
  | PageFault
> {
  let sizes: Extract<PagesPart, { readonly kind: 'sizes' }> | null = null
  let made: Extract<PagesPart, { readonly kind: 'laidOut' }> | null = null
  const fault = await whole(means, source, { measure: true, pages: [] }, signal, (part) => {
    if (part.kind === 'sizes') sizes = part
    if (part.kind === 'laidOut') made = part
  })
  return fault ?? joined(sizes, made)
}

const joined = (
  sizes: Extract<PagesPart, { readonly kind: 'sizes' }> | null,
  made: Extract<PagesPart, { readonly kind: 'laidOut' }> | null,
) =>
  sizes === null || made === null
    ? nothing
    : { pdf: made.pdf, sizes: sizes.sizes, left: sizes.left, fault: made.fault }

const nothing: PageFault = { code: 'corrupt', reason: 'Nothing of it could be drawn.' }

/** Draws pages (from 0, each once) in their order; every one of them is handed over, as an image or as a fault. */
export async function draw(
  means: LayoutMeans,
  source: DrawnFile,
  pages: readonly number[],
  signal: AbortSignal,
  onPart: (part: PagePart) => Promise<void>,
): Promise<void> {
  let rest = pages
  let losses = 0
  const giveUp = async (left: readonly number[], fault: PageFault): Promise<void> => {
    for (const page of left) await onPart({ kind: 'fault', page, ...fault })
  }
  while (rest.length > 0) {
    const asked = rest
    const handed = new Set<number>()
    const left = (): number[] => asked.filter((page) => !handed.has(page))
    try {
      const { fault } = await run(means, source, { measure: false, pages: asked }, signal, async (part) => {
        if (part.kind !== 'image' && part.kind !== 'fault') return
        // What was not asked for may be of another document.
        if (!asked.includes(part.page) || handed.has(part.page)) return
        await onPart(part)
        handed.add(part.page)
      })
      return await giveUp(left(), fault ?? nothing)
    } catch (error) {
      const fault = faultOf(error, means.pageMs)
      rest = left()
      // A process that has drawn others may be worn out: the page is tried once more by one that begins with it.
      if (handed.size > 0) continue
      losses += 1
      const [lost, ...others] = rest
      await giveUp(lost === undefined ? [] : [lost], fault)
      rest = others
      if (losses < maxLost) continue
      const reason = 'It was not drawn after others of this document had ended the process that draws.'
      return await giveUp(rest, { code: fault.code, reason })
    }
  }
}

/** A run about the whole document: whatever ends it is the document's fault. */
async function whole(
  means: LayoutMeans,
  source: DrawnFile,
  task: Pick<PagesTask, 'measure' | 'pages' | 'words'>,
  signal: AbortSignal,
  onPart: (part: PagesPart) => void,
): Promise<PageFault | null> {
  try {
    const { fault } = await run(means, source, task, signal, async (part) => onPart(part))
    return fault
  } catch (error) {
    return faultOf(error, means.pageMs)
  }
}

async function run(
  { spool, children, worker, pageMs, passwordsOf }: LayoutMeans,
  { projectId, maker, mimeType, file: stored }: DrawnFile,
  asked: Pick<PagesTask, 'measure' | 'pages' | 'words'>,
  signal: AbortSignal,
  onPart: (part: PagesPart) => Promise<void>,
): Promise<PagesDone> {
  // A process sees the documents of one matter, while it works on them, and no other's.
  const folder = join(spool, `project-${projectId}`, 'pages')
  const file = join(folder, ownName())
  await mkdir(folder, { recursive: true })
  await lend(stored, file)
  const task: PagesTask = { file, maker, mimeType, passwords: await passwordsOf(projectId), ...asked }
  try {
    const said = await children.run<unknown>(worker, task, {
      access: { read: [folder], write: [] },
      timeoutMs: pageMs,
      signal,
      onPart: (part) => onPart(understood(parsePart, part)),
    })
    return understood(parseDone, said)
  } finally {
    await rm(file, { force: true })
  }
}

/** What the process said; where nobody understands it, it has crashed over what it was on, whatever it believes itself. */
function understood<T>(heard: (said: unknown) => T, said: unknown): T {
  try {
    return heard(said)
  } catch {
    throw new ChildFault('crashed', 'The process that draws said what nobody understands.', null)
  }
}

/** What the loss of a process says of the page that it was on; rejects where it says nothing of it. */
function faultOf(error: unknown, pageMs: number): PageFault {
  if (!(error instanceof ChildFault) || error.reason === 'stopped') throw error
  switch (error.reason) {
    case 'timedOut':
      return { code: 'timedOut', reason: `Drawing it took more than ${Math.round(pageMs / 1000)} seconds.` }
    case 'tooMuchMemory':
      return { code: 'tooLarge', reason: 'Drawing it took more memory than one document may.' }
    case 'crashed':
      return { code: 'corrupt', reason: 'Drawing it ended the process that draws.' }
    case 'failed':
      return error.thrown?.code === 'ENOENT'
        ? { code: 'missing', reason: 'Its file is not there.' }
        : { code: 'corrupt', reason: `Drawing it failed (${error.thrown?.name ?? 'unknown fault'}).` }
  }
}
