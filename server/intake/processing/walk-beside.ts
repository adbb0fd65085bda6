/**
 * A message of Apple Mail and the files beside it. Those that were taken out of the message come with it, as one item; all
 * others stand for themselves. None of them is given out where it stands itself: what becomes of it is known only when the
 * message has been read.
 */
import { readFile } from 'node:fs/promises'
import { isSystemFault } from './archives/archive.ts'
import { Budget } from './budget.ts'
import { type Content, contentOfFile } from './content.ts'
import { identify } from './identify/identify.ts'
import type { Message } from './mail/eml.ts'
import { type FileBeside, joined, matching, toldApart } from './mail/join-beside.ts'
import type { Part } from './mail/mime.ts'
import { type MailForm, mailForm, readMail } from './mail/read-mail.ts'
import { containerEnd, type Position, type Reached, standing } from './position.ts'
import type { Item, Step } from './step.ts'
import type { Surroundings, Walking } from './walk-archive.ts'

/** What the message is in; the files beside it are measured by their own sizes where nothing is around them. */
type Around = Omit<Surroundings, 'budget' | 'joined'> & { readonly budget: Budget | null }

/**
 * Where the files stand that do not come with the message, `at` its place: those that do not belong into it, then those that
 * would but a process was lost over it, or all where one was lost over looking into it. Each has its number in each of these
 * ranks, so that a walk that goes on knows what the one before it had found. The message is the last one.
 */
const ranks = { apart: 0, givenUp: 1, unread: 2 } as const

function rankReached(at: Position, reached: Reached | null, files: number): number {
  if (reached === null || standing(at, reached) !== 'inside') return ranks.apart
  return Math.floor((reached.at[at.length] ?? 0) / files)
}

/** The message at its place, and before it what does not come with it. */
export async function* besideSteps(
  content: Content,
  files: readonly FileBeside[],
  at: Position,
  path: readonly string[],
  around: Around,
  walking: Walking,
): AsyncGenerator<Step> {
  const { doneUpTo, limits, onAt, poison } = walking.options
  if (standing(at, doneUpTo) === 'done') return
  const form = mailForm(identify(content.head, path.at(-1) ?? ''))
  // What is a container in spite of its name ends itself.
  const own: Position = [...at, form === null ? containerEnd - 1 : containerEnd]
  const rank = rankReached(at, doneUpTo, files.length)
  const isUnread = rank === ranks.unread || poison?.has(JSON.stringify(at)) === true
  onAt?.(at, path)
  const read = form === null || isUnread ? null : await looked(content, form, files, walking)
  const inside = new Set(read?.inside.values())
  const others = files.filter((file) => !inside.has(file))
  const loose = (which: readonly FileBeside[], rankOf: number) =>
    looseSteps(files, which, rankOf, at, around, walking)
  yield* loose(others, isUnread ? ranks.unread : ranks.apart)
  const isGivenUp = rank === ranks.givenUp || poison?.has(JSON.stringify(own)) === true
  if (isGivenUp) yield* loose([...inside], ranks.givenUp)
  const budget = new Budget(limits, content.size, around.budget)
  const surroundings = { containers: around.containers, modifiedAt: around.modifiedAt, budget }
  for await (const step of walking.open(content, own, path, surroundings))
    yield step.kind === 'item' && read !== null && !isGivenUp ? { ...step, ...(await together(read)) } : step
}

interface Looked {
  readonly message: Message
  readonly inside: ReadonlyMap<Part, FileBeside>
}

/** What the message says of the files beside it; null where it cannot be read. */
async function looked(
  content: Content,
  form: MailForm,
  files: readonly FileBeside[],
  { options, spool }: Walking,
): Promise<Looked | null> {
  const { limits, apart } = options
  const most = limits.itemBytes
  if ((content.size ?? 0) > most) return null
  const file = await content.file(spool)
  if (file === null) return null
  try {
    const message = await readMail(await readFile(file), form, limits)
    const inside = new Map<Part, FileBeside>()
    const outside = new Map<Part, { reason: string }>()
    let room = most - (content.size ?? 0)
    for (const [part, beside] of matching(message, files)) {
      if (beside.size <= room && apart?.has(JSON.stringify(beside.path)) !== true) {
        inside.set(part, beside)
        room -= beside.size
      } else
        outside.set(part, {
          reason: `“${beside.name}” came beside the message and is a document of its own.`,
        })
    }
    return { message: toldApart(message, outside), inside }
  } catch (error) {
    if (isSystemFault(error)) throw error
    // What is wrong with it is told when it is read as an item.
    return null
  }
}

async function together({ message, inside }: Looked): Promise<Pick<Item, 'message' | 'beside'>> {
  const contents = new Map<Part, { name: string; bytes: Buffer }>()
  for (const [part, { file, name }] of inside) contents.set(part, { name, bytes: await readFile(file) })
  const beside = [...inside].map(([part, { path }]) => ({
    path,
    bytes: contents.get(part)?.bytes ?? Buffer.alloc(0),
  }))
  return { message: joined(message, contents), beside }
}

async function* looseSteps(
  files: readonly FileBeside[],
  which: readonly FileBeside[],
  rank: number,
  at: Position,
  { containers, budget }: Around,
  walking: Walking,
): AsyncGenerator<Step> {
  const { doneUpTo, limits } = walking.options
  const wanted = new Set(which)
  for (const [number, file] of files.entries()) {
    const here: Position = [...at, rank * files.length + number]
    if (!wanted.has(file) || standing(here, doneUpTo) === 'done') continue
    const { path, size, modifiedAt } = file
    const content = await contentOfFile(file.file, () => {})
    const around = { containers, modifiedAt, budget: new Budget(limits, size, budget) }
    yield* walking.open(content, here, path, around)
  }
}
