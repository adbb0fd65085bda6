/** Propagation by a job that comes to documents long after the save: what was decided meanwhile is newer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyChain } from '#contracts/audit.ts'
import { bulkCode, controlBulk, getBulk, listBulk, listBulkRows } from '#contracts/bulk.ts'
import { putWalls } from '#contracts/walls.ts'
import { bulkKind } from '#server/review/bulk/job.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addDocuments, addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'
import { propagatingIn } from './propagating.ts'

describe.each(costlyDialects)('a job of propagation that waits on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let act: ReturnType<typeof propagatingIn>
  let family: number[]
  beforeEach(async () => {
    matter = await startMatter(dialect, { documents: 1, work: false })
    form = await addForm(matter)
    act = propagatingIn(matter, form)
    const more = await addDocuments(matter.server, matter.projectId, matter.manager.userId, 205, {
      control: 100,
      at: new Date(Date.UTC(2026, 0, 6)),
    })
    family = [...matter.documents, ...more]
    await act.family(family)
  })
  afterEach(() => matter.close())

  const receipts = async () =>
    (await matter.server.call(matter.manager, listBulk, { project: matter.projectId, query: {} })).data.data
  /** What waits is worked on now, the oldest first. */
  const work = async () => {
    const { records, search } = matter.server.services
    const kind = bulkKind({ records, search, now: () => new Date() })
    const waiting = await records.read
      .selectFrom('job')
      .select('job_id as jobId')
      .where('kind', '=', 'bulk')
      .where('state', '=', 'Queued')
      .orderBy('job_id')
      .execute()
    for (const { jobId } of waiting) {
      await kind.run({
        ...{ jobId, projectId: matter.projectId, input: null, cursor: null, retry: false, retryOnly: null },
        signal: new AbortController().signal,
        beat: async () => undefined,
        hold: async () => undefined,
      })
      await records.write('interactive', (trx) =>
        trx.updateTable('job').set({ state: 'Completed' }).where('job_id', '=', jobId).execute(),
      )
    }
  }
  const holds = async () => {
    const { data } = await matter.server.call(matter.manager, verifyChain, { project: matter.projectId })
    expect(data).toMatchObject({ firstBroken: null, differences: { count: 0, first: [] } })
  }

  it('leaves what was propagated in a later save, what was coded and what was cleared since', async () => {
    const [first = 0, near = 0, cleared = 0, coded = 0, other = 0] = family
    await act.save(cleared, { Responsive: 'No' })
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    // Before the job comes: decided otherwise for the near-duplicate, cleared by hand, coded by hand.
    await act.analysed(first, { alike: first })
    await act.analysed(near, { alike: first })
    const later = await act.save(first, { Responsive: 'No' }, { to: { nearDuplicates: true } })
    expect(later.propagated).toMatchObject({ documents: 1 })
    await act.save(cleared, { Responsive: null }, { as: matter.ben })
    await act.save(coded, { Responsive: 'Needs further review' }, { as: matter.ben })
    await work()
    expect(await act.coded([first, near, cleared, coded, other], 'Responsive')).toEqual([
      'No',
      'No',
      null,
      'Needs further review',
      'Yes',
    ])
    expect((await receipts())[0]).toMatchObject({ writtenDocuments: 202, left: { changed: 3, direct: 0 } })
    await holds()
  })

  it('tells how many stay as the job left them where one of several changes of the save is taken back', async () => {
    const [first = 0, second = 0] = family
    const { key } = await act.save(first, { Issues: ['Patent', 'Pricing'] }, { to: { family: true } })
    await work()
    const part = await act.save(first, { Issues: ['Patent'] }, { undoes: [key] })
    expect(part.propagated).toMatchObject({ documents: 0, left: 205, inJobs: 0 })
    expect(await act.coded([second], 'Issues')).toEqual([['Patent', 'Pricing']])
    const whole = await act.save(first, { Issues: null }, { undoes: [key] })
    expect(whole.propagated).toMatchObject({ inJobs: 205 })
    await work()
    expect(await act.coded([second], 'Issues')).toEqual([null])
    await holds()
  })

  it('shows its maker the receipt, who codes and changes no many documents, and lets him cancel it; nobody else who codes', async () => {
    const [first = 0, direct = 0, near = 0] = family
    await act.save(direct, { Responsive: 'No' }, { as: matter.ben })
    const project = matter.projectId
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    await work()
    const jobId = (await receipts())[0]?.jobId ?? 0
    const asked = (as: TestUser, of = jobId) =>
      matter.server.call(as, getBulk, { project, query: { jobId: of } })
    const rows = (as: TestUser, of = jobId) =>
      matter.server.call(as, listBulkRows, { project, query: { jobId: of, show: 'left' } })
    expect((await asked(matter.ana)).data.receipt).toMatchObject({
      writtenDocuments: 204,
      left: { direct: 1 },
    })
    expect((await rows(matter.ana)).data.data).toMatchObject([{ documentId: direct, outcome: 'direct' }])
    for (const ask of [asked, rows]) expect((await ask(matter.ben)).status).toBe(404)
    expect((await asked(matter.manager)).status).toBe(200)
    // A mass edit of a manager is nothing to whoever codes.
    const field = fieldNamed(form, 'Responsive')
    const edited = await matter.server.call(matter.manager, bulkCode, {
      ...{ project, key: 'bulk-edit-0001' },
      body: {
        ...{ documents: { ids: [near] }, families: false, correlationId: 'gesture-0001' },
        coding_form_id: form.coding_form_id,
        changes: [
          {
            ...{ name: 'Responsive', coding_form_field_id: field.coding_form_field_id },
            ...{ how: 'set' as const, value: 'No' },
          },
        ],
      },
    })
    expect((await asked(matter.ana, edited.data.jobId)).status).toBe(404)
    // One that waits is cancelled by its maker.
    await act.save(first, { Responsive: 'Needs further review' }, { to: { family: true } })
    const waiting = (await receipts())[0]?.jobId ?? 0
    const cancel = (as: TestUser) =>
      matter.server.call(as, controlBulk, { project, body: { jobId: waiting, action: 'cancel' } })
    expect((await cancel(matter.ben)).status).toBe(404)
    expect((await cancel(matter.ana)).status).toBe(200)
    expect((await asked(matter.ana, waiting)).data.receipt.state).toBe('Cancelled')
  })

  it('comes to no document behind a wall: neither one that rises while it waits, nor one that stands at the save', async () => {
    const { server, companyId, projectId: project, ana, ben, manager } = matter
    const hidden = await addDocuments(server, project, manager.userId, 3, {
      control: 400,
      at: new Date(Date.UTC(2026, 0, 7)),
    })
    const [first = 0, second = 0] = family
    await act.family([first, ...hidden])
    const before = await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    expect(before.propagated?.inJobs).toBe(208)
    const lead = await server.user({ role: 'ProjectManager', companyId, name: 'Lea Brandt' })
    await server.member(project, lead.userId, 'ProjectManager')
    const custodians = await server.services.records.read
      .selectFrom('custodian')
      .select(['custodian_id', 'name'])
      .where('project_id', '=', project)
      .execute()
    const parts = (names: readonly string[]) =>
      custodians.flatMap(({ custodian_id: partId, name }) =>
        names.includes(name) ? [{ kind: 'custodian' as const, partId, access: 'allow' as const }] : [],
      )
    const seen = ['Mailroom 1', 'Mailroom 100']
    const put = await server.call(lead, putWalls, {
      ...{ project, ifMatch: '0' },
      body: {
        groups: [
          { name: 'Case team', userIds: [ana.userId], parts: parts(seen) },
          {
            name: 'Lead',
            userIds: [lead.userId, manager.userId, ben.userId],
            parts: parts([...seen, 'Mailroom 400']),
          },
        ],
        batchesOnly: false,
      },
    })
    expect(put.status).toBe(200)
    await work()
    const { data } = await server.call(ana, getBulk, {
      project,
      query: { jobId: before.propagated?.jobIds?.[0] ?? 0 },
    })
    // Of what is behind the wall the receipt tells nothing either.
    expect(data.receipt).toMatchObject({ writtenDocuments: 205, left: { gone: 0 } })
    expect(await act.coded([second, ...hidden], 'Responsive')).toEqual(['Yes', null, null, null])
    const after = await act.save(first, { Responsive: 'No' }, { to: { family: true } })
    expect(after.propagated?.inJobs).toBe(205)
    await work()
    expect(await act.coded([second, ...hidden], 'Responsive')).toEqual(['No', null, null, null])
  })

  it('is followed by the job of a later save, which is newer than what the first one wrote', async () => {
    const [first = 0, second = 0] = family
    await act.save(first, { Responsive: 'Yes' }, { to: { family: true } })
    await act.save(first, { Responsive: 'No' }, { to: { family: true } })
    await work()
    expect(await act.coded([second, family.at(-1) ?? 0], 'Responsive')).toEqual(['No', 'No'])
    await holds()
  })
})
