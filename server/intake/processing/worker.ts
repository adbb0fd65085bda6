/**
 * What a parsing process does: walks sources, reads its messages and hands families back in batches. It has no database
 * and no secrets; when a document makes it loop, swell or crash, it is ended and the import goes on behind that item.
 */

import { hashes } from '../../platform/hashes.ts'
import type { Tools } from '../../platform/jobs/protocol.ts'
import { isSystemFault } from './archives/archive.ts'
import { type Split, splitOf } from './archives/split.ts'
import { zipCount } from './archives/zip.ts'
import { contentOfFile } from './content.ts'
import { largeFamily, readConversation, readFamily, readLooseFile } from './family.ts'
import { type KnownFiles, openKnownFiles } from './hash-lists/known-files.ts'
import { identify } from './identify/identify.ts'
import { discard, isLarge, type OnDisk } from './large.ts'
import { BrokenMessage } from './mail/eml.ts'
import { splitMbox } from './mail/mbox.ts'
import type { FamilyOptions, Origin } from './member.ts'
import { standing } from './position.ts'
import type { Batch, ItemLocation, Outcome, Parsed, ParseRequest, SourceFile } from './protocol.ts'
import { type Item, known as knownStep, type LargeItem, type Step } from './step.ts'
import { walk, walkBeside, walkPart } from './walk.ts'
import type { WalkOptions } from './walk-options.ts'
import { wholeFile } from './walk-whole.ts'

const batchBytes = 2 * 1024 * 1024
const batchItems = 64
const batchMs = 150
/** How often a walk that reads says that it goes on. */
const signEveryMs = 1000

/** The work of a parsing process: parts are batches, the result says whether the source is at its end. */
export async function work(request: ParseRequest, tools: Tools): Promise<Parsed> {
  const known = request.known === null ? null : openKnownFiles(request.known)
  try {
    return await parse(request, tools, known)
  } finally {
    known?.close()
  }
}

async function parse(request: ParseRequest, tools: Tools, known: KnownFiles | null): Promise<Parsed> {
  const [first] = request.sources
  let now: ItemLocation = { at: first === undefined ? [] : [first.index], path: first?.path ?? [] }
  let signedAt = 0
  const sign = (): void => {
    signedAt = Date.now()
    tools.at(JSON.stringify(now))
  }
  // What is read is a sign of life: one message may be longer than what can be read in the time that an item has.
  const onRead = (): void => {
    if (Date.now() - signedAt >= signEveryMs) sign()
  }
  const wanted = wantedIn(request)
  const partOf = splitsOf(request)
  const { maxTextSize, limits, passwords, timeZone, messages, spoolFolder } = request
  const apart = new Set(request.apart)
  const shared = { limits, passwords, timeZone, spoolFolder, ...(known === null ? {} : { known }) }
  /** Bytes of the sources that are walked to their end, and of the one that is walked. */
  let before = 0
  let bytesRead = 0
  let most = Number.POSITIVE_INFINITY
  let items = 0
  let outcomes: Outcome[] = []
  let size = 0
  let since = Date.now()
  let taken: Promise<void> = Promise.resolve()
  // What it was lost over is among the next ones: one by one it can be told apart.
  let careful = request.careful ? batchItems : 0
  const flush = async (): Promise<void> => {
    if (outcomes.length === 0) return
    // One batch is on its way while the next one is made.
    await taken
    taken = tools.emit({ outcomes, bytesRead: before + bytesRead, items } satisfies Batch)
    outcomes = []
    items = 0
    size = 0
    since = Date.now()
  }
  const options: WalkOptions = {
    ...shared,
    apart,
    doneUpTo: request.doneUpTo,
    poison: new Map(request.poison),
    onAt: (at, path) => {
      now = { at, path }
      sign()
    },
    onRead: (bytes) => {
      // Of a split archive all parts are read where it stands, and each counts for itself.
      bytesRead = Math.min(bytesRead + bytes, most)
      onRead()
    },
  }
  /** Of its own, so that nothing of a large item is left when the next one is read. */
  const take = async (step: Step): Promise<void> => {
    const became = withFailedBeside(step, await outcomeOf(step, { ...shared, maxTextSize, messages }))
    const own = became.reduce((sum, outcome) => sum + sizeOf(outcome), 0)
    outcomes.push(...became)
    size += own
    // Handed over before the next one is read: side by side it would be chance whether both fit into memory, and a
    // process that is lost over the next one would take this one with it.
    const alone = own >= batchBytes || careful-- > 0
    if (alone || outcomes.length >= batchItems || size >= batchBytes || Date.now() - since >= batchMs)
      await flush()
    if (alone) await taken
  }
  let finished = true
  let reached = request.doneUpTo
  /** From the first step on: to come to where the last shift ended may take longer than a shift, and is no progress. */
  let began: number | null = null
  for (const source of request.sources) {
    // What is gone on with, or tried again, is not counted anew.
    const { place } = source
    // Before anything of it is looked at: a process that ends over that is not one that never came to a file.
    if (standing([source.index], request.doneUpTo) !== 'done') {
      now = { at: [source.index], path: source.path }
      sign()
    }
    const split = await partOf(source)
    most = split === null ? Number.POSITIVE_INFINITY : source.size
    const isWalked = place === undefined && split === null
    if (isWalked && request.only === null && standing([source.index], request.doneUpTo) === 'open')
      items += await countItems(source, onRead)
    const steps =
      place !== undefined
        ? wholeFile(source, place, options)
        : split !== null
          ? walkPart(source, split, options)
          : source.beside !== undefined
            ? walkBeside(source, source.beside, options)
            : walk(source, options)
    for await (const step of steps) {
      began ??= Date.now()
      if (wanted(step)) await take(step)
      else if ('bytes' in step && step.bytes !== null && isLarge(step.bytes))
        await discard(step.bytes, spoolFolder)
      reached = { at: step.at, spent: step.spent }
      if (Date.now() - began > request.shiftMs) {
        finished = false
        break
      }
    }
    if (!finished) break
    before += source.size
    bytesRead = 0
  }
  await flush()
  await taken
  return { finished, reached }
}

/** Which steps are asked for: all, or in a run that repeats what failed only that, and what such a container holds. */
function wantedIn({ only, opened, continued }: ParseRequest): (step: Step) => boolean {
  if (only === null) return () => true
  const paths = new Set(only)
  const inside = new Set(opened)
  const taken = new Map(continued.map(([path, known]) => [path, new Set(known)]))
  return (step) => {
    const { kind, path } = step
    const own = JSON.stringify(path)
    // A container that was done in part stays an exception: what was missing of it then would be missing still. Of one that
    // was split, parts may have come, and all that was not taken is asked for.
    if (paths.has(own))
      return kind !== 'container' || inside.has(own) || taken.has(own) || step.ofParts === true
    return path.some((_, i) => {
      const around = i > 0 ? JSON.stringify(path.slice(0, i)) : ''
      return inside.has(around) || taken.get(around)?.has(own) === false
    })
  }
}

/** What the parts of archives are that belong together by their names; each is found out once. */
function splitsOf({ sets, limits }: ParseRequest): (source: SourceFile) => Promise<Split | null> {
  const found = new Map<number, Promise<Split | null>>()
  return async ({ part }) => {
    const set = part === undefined ? undefined : sets[part.set]
    if (part === undefined || set === undefined) return null
    const known = found.get(part.set) ?? splitOf(set, limits.archiveBytes)
    found.set(part.set, known)
    const split = await known
    return split?.numbers.has(part.number) === true ? split : null
  }
}

/** Files that came beside a message that cannot be read as nobody foresaw are exceptions as it is: no document has them. */
function withFailedBeside(step: Step, outcome: Outcome): readonly Outcome[] {
  if (step.kind !== 'item' || step.beside === undefined || outcome.kind !== 'failed') return [outcome]
  const { code, stage } = outcome
  const reason = 'The message that it is attached to could not be read.'
  return [
    ...step.beside.map(
      ({ path, bytes }): Outcome => ({
        ...{ kind: 'failed', at: step.at, spent: step.spent, path, code, reason, stage, begun: false },
        ...{ size: bytes.length, bytes },
      }),
    ),
    outcome,
  ]
}

async function outcomeOf(step: Step, options: FamilyOptions): Promise<Outcome> {
  if (step.kind === 'large') return await largeOutcome(step, options)
  if (step.kind !== 'item') return step
  const { at, spent, path } = step
  const failed = (code: 'corrupt' | 'zeroByte', reason: string): Outcome => ({
    kind: 'failed',
    at,
    spent,
    path,
    code,
    reason,
    stage: 'parse',
    size: step.bytes.length,
    begun: false,
    bytes: step.bytes,
  })
  if (step.bytes.length === 0) return failed('zeroByte', 'The file is empty.')
  const { form, conversation } = step
  try {
    if (conversation === undefined && form === null) return await looseFile(step, options)
    const family =
      conversation !== undefined
        ? await readConversation(step.bytes, originOf(step), options, conversation, step.shared)
        : await readFamily(step.bytes, originOf(step), options, form ?? 'message', step.message)
    return { kind: 'family', at, spent, path, family }
  } catch (error) {
    if (isSystemFault(error)) throw error
    // Nobody foresaw it: one item's exception all the same, not the end of the import.
    if (!(error instanceof BrokenMessage))
      return failed(
        'corrupt',
        `Reading it failed (${error instanceof Error ? error.name : 'unknown fault'}).`,
      )
    // A text that only looked like mail is a text.
    if (!step.calledMessage) return await looseFile(step, options)
    return failed('corrupt', error.message)
  }
}

/** One that becomes a document's own is called as it came, and stands where the document does. */
const originOf = ({ path, place, receivedAt, modifiedAt }: Item | LargeItem): Origin => {
  const dates = { receivedAt, modifiedAt }
  return place === undefined ? { path, ...dates } : { path: place, name: path.at(-1) ?? '', ...dates }
}

/** A document without a text. */
async function largeOutcome(step: LargeItem, options: FamilyOptions): Promise<Outcome> {
  const { at, spent, path, bytes, form } = step
  const isFile = form === null && step.conversation === undefined
  const list = isFile && isTested(step, options) ? (options.known?.listOf(bytes) ?? null) : null
  if (list === null)
    return { kind: 'family', at, spent, path, family: await largeFamily(step, originOf(step), options) }
  await discard(bytes, options.spoolFolder)
  return { ...knownStep(at, path, { list, sha256: bytes.sha256, size: bytes.size }), spent }
}

/** Known files are left out, where such files are; not where somebody has chosen this very file. */
const isTested = ({ place }: Item | LargeItem, { known }: FamilyOptions): boolean =>
  known?.action === 'exclude' && place === undefined

async function looseFile(step: Item, options: FamilyOptions): Promise<Outcome> {
  const { at, spent, path, bytes } = step
  const own = isTested(step, options) ? hashes(bytes) : null
  const list = own === null ? null : (options.known?.listOf(own) ?? null)
  if (own !== null && list !== null)
    return { ...knownStep(at, path, { list, sha256: own.sha256, size: bytes.length }), spent }
  return { kind: 'family', at, spent, path, family: await readLooseFile(bytes, originOf(step), options) }
}

function sizeOf(outcome: Outcome): number {
  if (outcome.kind === 'family')
    return outcome.family.members.reduce(
      (sum, m) => sum + weightOf(m.bytes) + (m.text?.length ?? 0) + (m.html?.length ?? 0) + m.hidden.length,
      0,
    )
  return outcome.kind === 'failed' && outcome.bytes !== null ? weightOf(outcome.bytes) : 0
}

/** What lies on the disk is handed over alone, so that little of it lies there at a time. */
const weightOf = (bytes: Buffer | OnDisk): number => (isLarge(bytes) ? batchBytes : bytes.length)

/** Items in a source, where finding out is cheap; what else it holds adds to it later. */
async function countItems({ file, path }: SourceFile, onRead: () => void): Promise<number> {
  const content = await contentOfFile(file, onRead)
  const { shape } = identify(content.head, path.at(-1) ?? '')
  if (shape === 'zip') return await zipCount(file).catch(() => 0)
  if (shape !== 'mbox') return 0
  let count = 0
  for await (const _ of splitMbox(content.stream(), { maxBytes: 0 })) count++
  return count
}
