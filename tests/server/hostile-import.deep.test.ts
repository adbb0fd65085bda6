/** Sources and parsing processes that mean harm: what each may cost is one item, told with its reason. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#contracts/collect.ts'
import { getJob } from '#contracts/jobs.ts'
import type { Batch, Outcome, ParseRequest } from '#server/intake/processing/protocol.ts'
import { work } from '#server/intake/processing/worker.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { dialects, type TestServer, type TestUser } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

describe.each(dialects)('a hostile import, on %s', (dialect) => {
  let intake: Intake
  let server: TestServer
  let user: TestUser
  let project: number

  beforeEach(async () => {
    intake = await startIntake(dialect)
    ;({ server, user, project } = intake)
  }, 60_000)
  afterEach(() => intake.close())

  /** Does an import's work here, by the product's own children or others. */
  async function bring(name: string, bytes: Buffer, children?: ChildPool) {
    const jobId = await intake.importHere(intake.write(name, bytes), { children })
    const { reconciliation } = (await server.call(user, getJob, { project, query: { jobId } })).data
    const exceptions = (await server.call(user, listExceptions, { project, query: { jobId } })).data.data
    return { reconciliation, exceptions }
  }

  const titles = async () =>
    (
      await server.services.records.read
        .selectFrom('document')
        .select('title')
        .where('ordinal', '=', 0)
        .orderBy('control')
        .execute()
    ).map((row) => row.title)

  const three = () => mbox(['One', 'Two', 'Three'].map((subject) => message({ id: subject, subject })))

  /** A process that says of the second message what it likes. */
  const takenOver = (forge: (outcome: Outcome) => unknown): ChildPool => ({
    alive: 0,
    stop: async () => {},
    run: async <T>(_module: URL, task: unknown, options: Parameters<ChildPool['run']>[2] = {}) => {
      const lost: unknown[] = []
      const result = await work(task as ParseRequest, {
        at: (name) => {
          if (lost.length === 0) options.onAt?.(name)
        },
        emit: async (part) => {
          const { outcomes, ...rest } = part as Batch
          const said = outcomes.map((o) => (o.path.at(-1) === second() ? forge(o) : o))
          // It ends there and then, as a process does that is not understood.
          if (lost.length === 0)
            await options.onPart?.({ ...rest, outcomes: said }).catch((error) => lost.push(error))
        },
      })
      if (lost.length > 0) throw lost[0]
      return result as T
    },
  })
  const second = () => `message@${three().indexOf('From x@test', 5)}`

  it('takes attachments and headers that are called as objects are', async () => {
    const text = Buffer.from('text')
    const odd = message({
      subject: 'Odd',
      headers: ['Constructor: boo', '__proto__: bar'],
      attachments: [
        { name: 'notes.constructor', type: 'text/plain', bytes: text },
        { name: 'x.__proto__', type: 'text/pl\0ain', bytes: text },
      ],
    })
    const { reconciliation, exceptions } = await bring('odd.eml', odd)
    expect(exceptions).toEqual([])
    expect(reconciliation).toMatchObject({ itemsIn: 3, promoted: 3, unexplained: 0 })
  })

  it('makes an exception, with its bytes, of a message whose rows are refused; the others are there', async () => {
    const refuse: readonly string[] =
      dialect === 'sqlite'
        ? [
            `create trigger refuse before insert on document when new.title = 'Two' begin select raise(abort, 'secret'); end`,
          ]
        : [`alter table document add constraint refuse check (title <> 'Two')`]
    await server.services.records.write('interactive', async (trx) => {
      for (const statement of refuse) await sql.raw(statement).execute(trx)
    })
    const { reconciliation, exceptions } = await bring('three.mbox', three())
    expect(await titles()).toEqual(['One', 'Three'])
    expect(exceptions).toMatchObject([{ code: 'corrupt', stage: 'parse', documentId: null }])
    const [{ sha256, reason, path } = { sha256: null, reason: '', path: [] }] = exceptions
    expect(reason).toContain('could not be written')
    expect(reason).not.toContain('secret')
    expect(path.at(-1)).toBe(second())
    expect((await server.services.blobs.read(sha256 ?? '')).toString()).toContain('Subject: Two')
    expect(reconciliation).toMatchObject({ itemsIn: 4, promoted: 2, exceptions: 1, unexplained: 0 })
  })

  it.each<[string, (outcome: Outcome) => unknown]>([
    [
      'a code of its own',
      (o) => ({ ...o, kind: 'failed', code: 'mine', reason: 'x', stage: 'parse', size: 0, bytes: null }),
    ],
    [
      'a stage of its own',
      (o) => ({ ...o, kind: 'failed', code: 'corrupt', reason: 'x', stage: 'mine', size: 0, bytes: null }),
    ],
    ['a position that is none', (o) => ({ ...o, at: [Number.NaN] })],
    ['a path that is none', (o) => ({ ...o, path: 'path' })],
    ['nothing', () => null],
    [
      'a document of no category',
      (o) =>
        o.kind === 'family'
          ? {
              ...o,
              family: { ...o.family, members: o.family.members.map((m) => ({ ...m, category: 'mine' })) },
            }
          : o,
    ],
    [
      'a document without a place in its family',
      (o) =>
        o.kind === 'family'
          ? { ...o, family: { ...o.family, members: o.family.members.map((m) => ({ ...m, parent: 7 })) } }
          : o,
    ],
  ])(
    'blames a process that says %s: the item is an exception, and the list of them can be read',
    async (_, forge) => {
      let blamed = false
      const children = takenOver((outcome) => {
        // It is passed by in the end, with what the import itself says of it.
        blamed = outcome.kind === 'failed'
        return blamed ? outcome : forge(outcome)
      })
      const { reconciliation, exceptions } = await bring('three.mbox', three(), children)
      expect(blamed).toBe(true)
      expect(await titles()).toEqual(['One', 'Three'])
      expect(exceptions).toMatchObject([
        { code: 'corrupt', reason: 'Reading it ended the process that read it.' },
      ])
      expect(exceptions[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(reconciliation).toMatchObject({ itemsIn: 4, exceptions: 1, unexplained: 0 })
    },
  )

  it.runIf(dialect === 'sqlite')(
    'lists a message of millions of lines that no process can read, and goes on behind it',
    async () => {
      const lines = Buffer.concat([
        Buffer.from('From: a@x.example\nSubject: Lines\n\n'),
        Buffer.alloc(12_000_000, '\n'),
      ])
      const source = mbox([
        message({ id: '1', subject: 'Before' }),
        lines,
        message({ id: '2', subject: 'After' }),
      ])
      const { reconciliation, exceptions } = await bring('lines.mbox', source)
      // Where there is memory for it, it is a document.
      expect((await titles()).filter((title) => title !== 'Lines')).toEqual(['Before', 'After'])
      for (const { code, sha256 } of exceptions) {
        expect(code).toBe('tooLarge')
        expect(sha256).toMatch(/^[0-9a-f]{64}$/)
      }
      expect(reconciliation).toMatchObject({ itemsIn: 4, containers: 1, unexplained: 0 })
    },
    180_000,
  )
})
