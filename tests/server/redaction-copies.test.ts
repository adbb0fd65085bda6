/** Redactions that are to be checked, brought to exact copies, told to whoever comes too late, and taken back from the record. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import { checkRedactions, redactionsToCheck } from '#contracts/redaction-check.ts'
import { copyRedactions, exactCopies, takeBackCopies } from '#contracts/redaction-copies.ts'
import * as contract from '#contracts/redactions.ts'
import { putWalls } from '#contracts/walls.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { costlyDialects, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { trail } from './people.ts'

withoutAnalysis()

describe.each(costlyDialects)('redactions of whole documents on %s', (dialect) => {
  let intake: Intake
  let manager: TestUser
  let ana: TestUser
  let plain: TestUser
  const ids: number[] = []

  /** Files of the same bytes at import are one document: these get them afterwards, as a replacement file does. */
  async function sameBytes(): Promise<void> {
    const { records } = intake.server.services
    const [first] = ids
    const { sha256 } = await records.read
      .selectFrom('document')
      .select('sha256')
      .where('document_id', '=', first ?? 0)
      .executeTakeFirstOrThrow()
    await records.write('interactive', (trx) =>
      trx.updateTable('document').set({ sha256 }).where('document_id', 'in', ids.slice(1)).execute(),
    )
  }

  beforeAll(async () => {
    intake = await startIntake(dialect)
    const { server, project, user } = intake
    await server.user({ role: 'SystemAdmin' })
    const person = async (role: 'ReviewManager' | 'SeniorReviewer' | 'Reviewer', name: string, may?: []) => {
      const one = await server.user({ role, companyId: user.companyId, name })
      await server.member(project, one.userId, role, may)
      return one
    }
    manager = await person('ReviewManager', 'Maria Alvarez')
    ana = await person('SeniorReviewer', 'Ana Lima')
    plain = await person('Reviewer', 'Pia Horn', [])
    for (const [name, custodian] of [
      ['a.pdf', 'Reyes'],
      ['b.pdf', 'Reyes'],
      ['c.pdf', 'Reyes'],
      ['hidden.pdf', 'Stone'],
    ] as const) {
      const pages = ['One', 'Two'].map((word) => ({ content: show(`${word} of ${name}`) }))
      const path = intake.write(name, pdf({ pages }))
      const { jobId } = await importPath(server.services, { path, projectId: project, custodian })
      await settledJob(server.services, jobId)
      const { id } = await server.services.records.read
        .selectFrom('document')
        .select((eb) => eb.fn.max('document_id').as('id'))
        .where('project_id', '=', project)
        .executeTakeFirstOrThrow()
      ids.push(Number(id))
    }
    await sameBytes()
  }, 60_000)
  afterAll(() => intake.close())

  let sent = 0
  const key = (): string => `command-copies-${sent++}`
  const idOf = (nth: number): number => ids[nth] ?? 0
  const drawn = (name: string, page = 1) => ({
    ...{ key: `redacted-${name}`, page, kind: 'box' as const, boxes: [1000, 1000, 3000, 2000] },
    ...{ label: 'Privileged', reason: '' },
  })
  const save = (as: TestUser, nth: number, markup: Partial<BodyOf<typeof contract.saveMarkup>['markup']>) =>
    intake.server.call(as, contract.saveMarkup, {
      ...{ project: intake.project, key: key() },
      body: {
        ...{ documentId: idOf(nth), gesture: `gesture-${sent}-save` },
        markup: { add: [], change: [], remove: [], restore: [], ...markup },
      },
    })
  const load = async (as: TestUser, nth: number) =>
    (
      await intake.server.call(as, contract.loadMarkup, {
        project: intake.project,
        query: { documentId: idOf(nth) },
      })
    ).data
  const copy = (as: TestUser, gesture: string, revision: number, after: number | null = null) =>
    intake.server.call(as, copyRedactions, {
      ...{ project: intake.project, key: key() },
      body: { documentId: idOf(0), gesture, revision, after },
    })
  const takeBack = (as: TestUser, copied: string) =>
    intake.server.call(as, takeBackCopies, {
      ...{ project: intake.project, key: key() },
      body: { documentId: idOf(0), copied },
    })

  it('exact copies that somebody sees take the same boxes, once, and give them back as one but for what others changed', async () => {
    const { project, server, user } = intake
    const custodians = await server.services.records.read
      .selectFrom('custodian')
      .select(['custodian_id', 'name'])
      .where('project_id', '=', project)
      .execute()
    const parts = custodians.map(({ custodian_id }) => ({
      ...{ kind: 'custodian' as const, partId: custodian_id, access: 'allow' as const },
    }))
    const open = parts.filter((_, at) => custodians[at]?.name === 'Reyes')
    const others = [user, manager, plain].map(({ userId }) => userId)
    const walls = await server.call(user, putWalls, {
      ...{ project, ifMatch: '0' },
      body: {
        groups: [
          { name: 'Team', userIds: [ana.userId], parts: open },
          { name: 'Others', userIds: others, parts },
        ],
        batchesOnly: false,
      },
    })
    expect(walls.status).toBe(200)
    await save(manager, 0, { add: [drawn('a-1'), drawn('a-2', 2)] })
    const count = async (as: TestUser) =>
      (await server.call(as, exactCopies, { project, query: { documentId: idOf(0) } })).data.count
    expect(await count(manager)).toBe(3)
    // One that somebody does not see is not there for them.
    expect(await count(ana)).toBe(2)
    expect((await copy(plain, 'copied-by-plain', 1)).status).toBe(403)
    expect((await copy(manager, 'copied-too-late', 0)).error.code).toBe('conflict')
    const { data } = await copy(manager, 'copied-by-maria', 1)
    expect(data).toEqual({ documents: 3, redactions: 6, left: [], next: null })
    expect((await load(manager, 1)).data).toMatchObject([
      { page: 1, label: 'Privileged', origin: 'copy', boxes: [1000, 1000, 3000, 2000] },
      { page: 2, gesture: 'copied-by-maria' },
    ])
    // What stands there already is not drawn twice.
    expect((await copy(manager, 'copied-anew', 1)).data).toMatchObject({ documents: 0, redactions: 0 })
    const rows = (await trail(server, `project:${project}`)).filter(
      ({ action }) => action === 'redaction.added',
    )
    expect(rows).toHaveLength(8)

    const [first] = (await load(ana, 1)).data
    await save(ana, 1, { change: [{ key: first?.key ?? '', version: 1, label: 'Work product' }] })
    expect((await takeBack(ana, 'copied-by-maria')).data).toMatchObject({ redactions: 0 })
    expect((await takeBack(manager, 'copied-by-maria')).data).toEqual({
      ...{ redactions: 5, changed: 1, more: false },
    })
    expect((await load(manager, 1)).data).toMatchObject([{ label: 'Work product' }])
    expect((await load(manager, 2)).totalCount).toBe(0)
    // A gesture is made once: what was taken back is copied anew with another.
    expect((await copy(manager, 'copied-by-maria', 1)).error.code).toBe('conflict')
    expect((await load(manager, 2)).totalCount).toBe(0)
  })

  it('who changes what another has changed meanwhile is told who it was and when', async () => {
    await save(manager, 2, { add: [drawn('c-1')] })
    await save(ana, 2, { change: [{ key: 'redacted-c-1', version: 1, label: 'Ours' }] })
    const { status, error } = await save(manager, 2, { remove: [{ key: 'redacted-c-1', version: 1 }] })
    expect(status).toBe(412)
    expect(contract.documentRedactions.parse(error.data).data).toMatchObject([
      { by: 'Maria Alvarez', changedBy: 'Ana Lima', changedAt: expect.stringMatching(/^\d{4}-/) },
    ])
  })

  it('one’s last gesture is told from the record with what takes it back', async () => {
    const last = async (as: TestUser, nth: number) =>
      (
        await intake.server.call(as, contract.lastGesture, {
          project: intake.project,
          query: { documentId: idOf(nth) },
        })
      ).data.last
    expect(await last(ana, 2)).toMatchObject({
      ...{ remove: [], restore: [] },
      change: [{ key: 'redacted-c-1', from: { label: 'Ours' }, to: { label: 'Privileged' } }],
    })
    expect(await last(manager, 2)).toMatchObject({ remove: ['redacted-c-1'], restore: [], change: [] })
    // What was copied there is taken back from where it was copied.
    expect(await last(manager, 1)).toBeNull()
  })

  it('documents whose file has changed are listed until somebody has said that all of it is right', async () => {
    const { server, project } = intake
    const list = async (as: TestUser) =>
      (await server.call(as, redactionsToCheck, { project, query: {} })).data
    expect(await list(manager)).toEqual({ data: [], totalCount: 0, next: null })
    await server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('redaction')
        .set({ sha256: '0'.repeat(64) })
        .where('document_id', '=', idOf(0))
        .execute(),
    )
    const { data, totalCount } = await list(manager)
    expect(totalCount).toBe(1)
    expect(data).toMatchObject([
      { documentId: idOf(0), onPages: 2, inCells: 0, ofOthers: false, why: 'file' },
    ])
    expect((await list(ana)).data).toMatchObject([{ documentId: idOf(0), ofOthers: true }])
    const file = () =>
      server.call(manager, contract.redactedFile, {
        project,
        query: { projectId: project, documentId: idOf(0) },
      })
    expect((await file()).error.detail).toBe('redaction.toCheck')
    const check = (as: TestUser, revision: number) =>
      server.call(as, checkRedactions, {
        ...{ project, key: key() },
        body: { documentId: idOf(0), gesture: 'gesture-checked', revision },
      })
    expect((await check(plain, data[0]?.revision ?? 0)).status).toBe(403)
    expect((await check(manager, 0)).error.code).toBe('conflict')
    expect((await check(manager, data[0]?.revision ?? 0)).data).toMatchObject({ checked: 2 })
    expect(await list(manager)).toMatchObject({ totalCount: 0 })
    expect((await load(manager, 0)).data.map((one) => one.toCheck)).toEqual([false, false])
  })
})
