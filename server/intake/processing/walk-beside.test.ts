/** Messages of Apple Mail with the files beside them: what is attached, what stands for itself, and where a walk goes on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { zip } from '#server/sample/zip-writer.ts'
import { appleMessage } from '#tests/fixtures/apple-mail.ts'
import { usualMessages } from '#tests/fixtures/family-options.ts'
import { defaultLimits } from './limits.ts'
import { attachmentPlace, filesBeside, messagePlace } from './mail/apple-folders.ts'
import type { FileBeside } from './mail/join-beside.ts'
import { containerEnd, type Reached } from './position.ts'
import type { Batch, Outcome, ParseRequest } from './protocol.ts'
import type { Poison } from './walk-options.ts'
import { work } from './worker.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-beside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Given {
  readonly message: Buffer
  readonly beside?: readonly (readonly [part: string, name: string, bytes: Buffer])[]
  readonly doneUpTo?: Reached | null
  readonly poison?: readonly (readonly [string, Poison])[]
  readonly apart?: readonly string[]
  readonly itemBytes?: number
}
const besidePath = (part: string, name: string) => ['Attachments', '7', part, name]

async function walked({ message, beside = [], doneUpTo = null, poison = [], apart = [], itemBytes }: Given) {
  const file = join(folder, 'message')
  writeFileSync(file, message)
  const files = beside.map(([part, name, bytes], i): FileBeside => {
    const own = join(folder, `beside-${i}`)
    writeFileSync(own, bytes)
    return { part, name, file: own, path: besidePath(part, name), size: bytes.length, modifiedAt: null }
  })
  const request: ParseRequest = {
    sources: [
      {
        ...{ index: 3, file, path: ['Messages', '7.partial.emlx'], size: message.length, modifiedAt: null },
        ...(files.length === 0 ? {} : { beside: files }),
      },
    ],
    limits: { ...defaultLimits, ...(itemBytes === undefined ? {} : { itemBytes }) },
    ...{ doneUpTo, poison, apart, spoolFolder: folder, messages: usualMessages, maxTextSize: 100_000 },
    ...{ passwords: [], timeZone: 'UTC', known: null, only: null, opened: [], sets: [], continued: [] },
    ...{ careful: false, shiftMs: 60_000 },
  }
  const outcomes: Outcome[] = []
  await work(request, {
    at: () => {},
    emit: async (part) => {
      outcomes.push(...(part as Batch).outcomes)
    },
  })
  return outcomes
}

/** What came of each item, in the order in which it came. */
const told = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) =>
    outcome.kind === 'family'
      ? outcome.family.members.map(({ fileName, bytes }) => `${fileName}: ${String(bytes).slice(0, 12)}`)
      : `${outcome.kind} ${outcome.path.join('/')}`,
  )
const flawsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) =>
    outcome.kind === 'family'
      ? outcome.family.members.flatMap(({ flaws }) => flaws.map(({ code, reason }) => `${code}: ${reason}`))
      : [],
  )

const plan = Buffer.from('The plan of the pier.')
const notes = Buffer.from('Notes of the day.')
const two = appleMessage('Two', ['plan.txt', 'notes.txt'])
const lost = (name: string) =>
  `missing: The content of “${name}” is not in this file: Apple Mail keeps it beside the folder of messages, in “Attachments”, and it did not come with the message.`

describe('files beside a message of Apple Mail', () => {
  it('are its attachments where they were taken out of it, and equal to those of the whole message', async () => {
    const beside = [
      ['2', 'plan.txt', plan],
      ['3', 'notes.txt', notes],
    ] as const
    const outcomes = await walked({ message: two, beside })
    expect(told(outcomes)).toEqual([
      ['Two.emlx: 559\nFrom: a@', 'plan.txt: The plan of ', 'notes.txt: Notes of the'].map((line, i) =>
        i === 0 ? expect.stringMatching(/^Two\.emlx: /) : line,
      ),
    ])
    expect(flawsOf(outcomes)).toEqual([])
    const whole = await walked({ message: appleMessage('Two', ['plan.txt', 'notes.txt'], [plan, notes]) })
    expect(outcomes[0]).toMatchObject({ family: { dedupeHash: hashOf(whole) } })
    expect(hashOf(whole)).not.toBeNull()
    expect(outcomes[0]?.at).toEqual([3, containerEnd])
  })

  it('leave what is missing an exception, and stand for themselves where they were no part of it', async () => {
    const outcomes = await walked({
      message: two,
      beside: [
        ['2', 'plan.txt', plan],
        ['9', 'other.txt', notes],
      ],
    })
    expect(outcomes.map(({ at, path }) => [at, path])).toEqual([
      [[3, 1], besidePath('9', 'other.txt')],
      [
        [3, containerEnd],
        ['Messages', '7.partial.emlx'],
      ],
    ])
    expect(told(outcomes)[0]).toEqual(['other.txt: Notes of the'])
    expect(told(outcomes)[1]?.slice(1, 2)).toEqual(['plan.txt: The plan of '])
    expect(flawsOf(outcomes).filter((flaw) => flaw.startsWith('missing'))).toEqual([lost('notes.txt')])
  })

  it('are told apart by their names where several stand in one place', async () => {
    const outcomes = await walked({
      message: appleMessage('One', ['über.txt']),
      beside: [
        ['2', 'copy.txt', notes],
        ['2', 'u\u0308ber.txt', plan],
      ],
    })
    expect(told(outcomes)[0]).toEqual(['copy.txt: Notes of the'])
    expect(told(outcomes)[1]?.[1]).toBe('über.txt: The plan of ')
  })

  it('that are too large to be read with it are documents of their own, and the message says so', async () => {
    const large = Buffer.alloc(3000, 'x')
    const outcomes = await walked({ message: two, beside: [['2', 'plan.txt', large]], itemBytes: 3000 })
    expect(outcomes[0]).toMatchObject({ kind: 'family', path: besidePath('2', 'plan.txt') })
    expect(flawsOf(outcomes)).toContain(
      'missing: “plan.txt” came beside the message and is a document of its own.',
    )
  })

  it('are none of its attachments where an earlier run took them for themselves', async () => {
    const outcomes = await walked({
      message: two,
      beside: [['2', 'plan.txt', plan]],
      apart: [JSON.stringify(besidePath('2', 'plan.txt'))],
      doneUpTo: { at: [3, 0], spent: [] },
    })
    expect(outcomes.map(({ path }) => path)).toEqual([['Messages', '7.partial.emlx']])
  })

  const given = { code: 'corrupt', reason: 'It ended the process.', keepBytes: true } as const
  const beside = [
    ['2', 'plan.txt', plan],
    ['9', 'other.txt', notes],
  ] as const

  it('stand for themselves where the message cannot be read, whichever part of reading ended the process', async () => {
    const overFamily = await walked({
      message: two,
      beside,
      poison: [[JSON.stringify([3, containerEnd]), given]],
    })
    expect(overFamily.map(({ at, kind }) => [at, kind])).toEqual([
      [[3, 1], 'family'],
      [[3, 2], 'family'],
      [[3, containerEnd], 'failed'],
    ])
    const overMessage = await walked({ message: two, beside, poison: [[JSON.stringify([3]), given]] })
    expect(overMessage.map(({ at }) => at)).toEqual([
      [3, 4],
      [3, 5],
      [3, containerEnd],
    ])
    const noMessage = await walked({ message: Buffer.from('5\n\0\0\0\0\0'), beside })
    expect(noMessage.slice(0, 2).map(({ path }) => path)).toEqual(
      beside.map(([part, name]) => besidePath(part, name)),
    )
    expect(noMessage).toHaveLength(3)
  })

  it('are given out once, wherever a walk was left, though nothing is known of lost processes any more', async () => {
    for (const poison of [
      [],
      [[JSON.stringify([3, containerEnd]), given]],
      [[JSON.stringify([3]), given]],
    ] as const) {
      const all = await walked({ message: two, beside, poison })
      for (const [done, { at }] of all.entries()) {
        const rest = await walked({ message: two, beside, doneUpTo: { at, spent: [] } })
        const paths = [...all.slice(0, done + 1), ...rest].flatMap((outcome) => [
          outcome.path.join('/'),
          ...(outcome.kind === 'family' ? outcome.family.members.slice(1) : []).map(({ fileName, bytes }) =>
            String(bytes) === '' ? 'nothing' : fileName,
          ),
        ])
        const files = paths.map((path) => path.split('/').at(-1)).filter((path) => path !== 'nothing')
        expect(files.toSorted()).toEqual(['7.partial.emlx', 'other.txt', 'plan.txt'])
      }
    }
  })
})

it('in an archive are joined in whichever order they stand there', async () => {
  const entries = [
    { name: 'Mail/Messages/7.partial.emlx', bytes: appleMessage('One', ['plan.txt']) },
    { name: 'Mail/Attachments/7/2/plan.txt', bytes: plan },
    { name: 'Mail/Attachments/8/2/alone.txt', bytes: notes },
    { name: 'Mail/Messages/9.emlx', bytes: appleMessage('Whole', []) },
  ]
  for (const files of [entries, entries.toReversed()]) {
    const file = join(folder, 'mail.zip')
    writeFileSync(file, zip(files))
    const outcomes = await walkedZip(file)
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['container', 'family', 'family', 'family'])
    const names = outcomes.flatMap((outcome) =>
      outcome.kind === 'family' ? [outcome.family.members.map(({ fileName }) => fileName)] : [],
    )
    expect(names.toSorted()).toEqual([['One.emlx', 'plan.txt'], ['Whole.emlx'], ['alone.txt']])
    for (const { at } of outcomes.slice(0, -1)) {
      const rest = await walkedZip(file, { at, spent: [] })
      expect(rest.map(({ path }) => path)).toEqual(
        outcomes.slice(outcomes.findIndex((one) => one.at === at) + 1).map(({ path }) => path),
      )
    }
  }
})

async function walkedZip(file: string, doneUpTo: Reached | null = null): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await work(
    {
      sources: [{ index: 0, file, path: ['mail.zip'], size: 0, modifiedAt: null }],
      ...{ limits: defaultLimits, doneUpTo, poison: [], apart: [], spoolFolder: folder },
      ...{ messages: usualMessages, maxTextSize: 100_000, passwords: [], timeZone: 'UTC', known: null },
      ...{ only: null, opened: [], sets: [], continued: [], careful: false, shiftMs: 60_000 },
    },
    {
      at: () => {},
      emit: async (part) => {
        outcomes.push(...(part as Batch).outcomes)
      },
    },
  )
  return outcomes
}

describe('places of Apple Mail', () => {
  it('are known by folders and numbers, in whatever way they are written', () => {
    expect(messagePlace(['V10', 'INBOX.mbox', 'Messages', '12.partial.emlx'])).toMatchObject({
      isPartial: true,
    })
    expect(messagePlace(['x.tar', './V10/INBOX.mbox/Messages/12.emlx'])).toMatchObject({ isPartial: false })
    expect(messagePlace(['Messages', 'x.emlx'])).toBeNull()
    expect(messagePlace(['Elsewhere', '12.emlx'])).toBeNull()
    expect(attachmentPlace(['M', 'Attachments', '12', '1.2', 'a.pdf'])).toMatchObject({
      part: '1.2',
      name: 'a.pdf',
    })
    expect(attachmentPlace(['M', 'Attachments', '12', '2', '.DS_Store'])).toBeNull()
    expect(attachmentPlace(['M', 'Attachments', '12', 'two', 'a.pdf'])).toBeNull()
    expect(attachmentPlace(['M', 'Attachments', '12', '2', 'a.pages', 'Index.zip'])).toBeNull()
  })

  it('belong together in one mailbox only, and to the message without its attachments of two', () => {
    const file = (...path: string[]) => ({ path })
    const partial = file('A', 'Messages', '1.partial.emlx')
    const attached = file('A', 'Attachments', '1', '2', 'a.pdf')
    const found = filesBeside([
      file('A', 'Messages', '1.emlx'),
      attached,
      partial,
      file('B', 'Messages', '2.emlx'),
      file('A', 'Attachments', '2', '2', 'b.pdf'),
    ])
    expect([...found]).toEqual([[partial, [{ file: attached, part: '2', name: 'a.pdf' }]]])
  })
})

const hashOf = ([outcome]: readonly Outcome[]): string | null =>
  outcome?.kind === 'family' ? outcome.family.dedupeHash : null
