// @vitest-environment jsdom
/** Batches in Reconstruct, against a record in memory: two of one assignment, one of them half reviewed by now. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BatchThen } from '#contracts/reconstruct.ts'
import { movePlayhead } from '#src/commands/reconstruct.ts'
import { type Answer, type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
// Nothing is laid out here: a list of rows would be one of no height, in which no row is seen.
beforeAll(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560)
  // All panes beside each other.
  window.innerWidth = 1440
})
afterEach(async () => {
  cleanup()
  await desk?.close()
})

const begin = Date.parse('2026-03-02T10:00:00.000Z')
const isoOf = (minute: number): string => new Date(begin + minute * 60_000).toISOString()
const moment = (minute: number) => ({ at: isoOf(minute), seq: null })

const batch = (number: number, over: Partial<BatchThen> = {}): BatchThen => ({
  batchId: 70 + number,
  assignmentId: 7,
  assignmentName: 'Hot documents',
  number,
  size: 40,
  status: 'NotStarted',
  userId: null,
  userName: null,
  at: isoOf(10),
  seq: 10,
  reviewed: 0,
  ...over,
})

/** Made at minute 10; the first was taken at 20, and from then on one document a minute was reviewed. */
const batchesAt = (minute: number): readonly BatchThen[] =>
  minute < 10
    ? []
    : minute < 20
      ? [batch(1), batch(2)]
      : [
          batch(1, {
            status: 'InProgress',
            userId: 5,
            userName: 'Ada Northwind',
            at: isoOf(20),
            reviewed: minute - 20,
          }),
          batch(2),
        ]

const totalOf = (batches: readonly BatchThen[]) => {
  const many = (status: BatchThen['status']) => batches.filter((one) => one.status === status).length
  return {
    batches: batches.length,
    statuses: {
      NotStarted: many('NotStarted'),
      InProgress: many('InProgress'),
      Pending: many('Pending'),
      Completed: many('Completed'),
    },
    documents: batches.length * 40,
    reviewed: batches.reduce((sum, { reviewed }) => sum + reviewed, 0),
  }
}

const minuteOf = (at: string | undefined): number =>
  at === undefined ? 40 : (Date.parse(at) - begin) / 60_000
const asOf = { seq: 1, changedAt: isoOf(1), at: isoOf(1) }
const answerOf = (data: readonly BatchThen[]) => ({ asOf, data, next: null, total: totalOf(data) })
const batchesAsOf: Answer = ({ query }) => answerOf(batchesAt(minuteOf(query.at)))

const worked = { changes: 20, documents: 20 }
const record: Answers = {
  'audit.verifyProgress': () => ({ running: null, last: null }),
  'reconstruct.density': () => ({
    first: isoOf(0),
    last: isoOf(60),
    from: isoOf(0),
    to: isoOf(60),
    binMs: 600_000,
    counts: [0, 0, 0, 10, 10, 0],
    total: 20,
    marks: [],
    marksTotal: 0,
  }),
  'reconstruct.summary': () => ({
    total: worked,
    reviewers: [],
    subjects: [],
    means: [],
    idleMinutes: 15,
    tracked: true,
  }),
  'reconstruct.activity': () => ({ data: [], next: null }),
  'reconstruct.countsAsOf': () => ({
    asOf,
    documents: 100,
    coded: 20,
    notCoded: 80,
    subjects: [],
  }),
  'reconstruct.listAsOf': () => ({
    asOf,
    data: [],
    next: null,
    totalCount: 0,
  }),
  'reconstruct.batchesAsOf': batchesAsOf,
}

const start = async (answers: Answers = {}, search = '?pane=batches&project=11') => {
  desk = await openDesk({ ...record, ...answers })
  await desk.signIn('ReviewManager')
  return desk.show(`/overview/reconstruct${search}`)
}
const view = () =>
  desk.app.state().reconstruct.byTab[Object.keys(desk.app.state().reconstruct.byTab)[0] ?? '']
const asked = (name: string) => desk.asked.filter((one) => one.name === `reconstruct.${name}`)
const list = () => screen.findByRole('listbox', { name: 'Batches as of the playhead' })
const rows = async () => within(await list()).getAllByRole('option')
const total = async () =>
  (await screen.findByRole('group', { name: 'All batches of that moment' })).textContent
const filtersOf = (name: 'density' | 'summary' | 'activity') =>
  asked(name)
    .map(({ body }) => (body as { readonly filter: object }).filter)
    .at(-1)

describe('batches in Reconstruct', () => {
  it('show how they stood as of the playhead, and are asked for anew as it moves', async () => {
    await start()
    const [first, second] = await rows()
    expect(first?.textContent).toMatch(/Hot documents.*1.*In progress.*Ada Northwind.*20 of 40/)
    expect(second?.textContent).toMatch(/Hot documents.*2.*Not started.*0 of 40/)
    expect(await total()).toMatch(/Completed0In progress1Pending0Not started1.*20 of 80 reviewed · 25%/)
    await desk.app.dispatch(movePlayhead({ to: moment(25) }))
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('5 of 40'))
    expect(asked('batchesAsOf').at(-1)?.query).toMatchObject({ at: isoOf(25) })
    expect(await total()).toMatch(/5 of 80 reviewed · 6%/)
    await desk.app.dispatch(movePlayhead({ to: moment(15) }))
    await waitFor(async () => expect(await total()).toMatch(/In progress0Pending0Not started2/))
    expect((await rows())[0]?.textContent).not.toContain('Ada Northwind')
  })

  it('keep what stood before while the next moment is on its way', async () => {
    const late = Promise.withResolvers<unknown>()
    await start({
      'reconstruct.batchesAsOf': (one) => (one.query.at === isoOf(25) ? late.promise : batchesAsOf(one)),
    })
    await rows()
    await desk.app.dispatch(movePlayhead({ to: moment(25) }))
    await waitFor(async () => expect((await list()).getAttribute('aria-busy')).toBe('true'))
    expect((await rows())[0]?.textContent).toContain('20 of 40')
    late.resolve(answerOf(batchesAt(25)))
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('5 of 40'))
    expect((await list()).getAttribute('aria-busy')).toBeNull()
  })

  it('say that there were none, where assignments are made, and lead back to now', async () => {
    await start()
    await rows()
    await desk.app.dispatch(movePlayhead({ to: moment(5) }))
    await screen.findByRole('heading', { name: 'There were no batches at that moment' })
    expect(screen.getByText(/Assignments are made in review, in the panel Assignments/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Look at now' }))
    expect(await rows()).toHaveLength(2)
  })

  it('lead to review where there are none yet; the filter says so quietly', async () => {
    await start({ 'reconstruct.batchesAsOf': () => answerOf([]) })
    await screen.findByRole('heading', { name: 'There are no batches' })
    expect(screen.getByRole('link', { name: 'Go to review' }).getAttribute('href')).toBe('/overview/review')
    const facet = screen.getByRole('group', { name: 'Batch' })
    expect(facet.textContent).toBe('BatchNone')
    expect(within(facet).queryByRole('button')).toBeNull()
  })

  it('say why they could not be read, and are read when it is tried again', async () => {
    let broken = true
    await start({
      'reconstruct.batchesAsOf': (one) =>
        broken ? new Refusal(409, 'The record is being rebuilt.', 'conflict') : batchesAsOf(one),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The batches of that moment could not be read')
    broken = false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(2)
  })

  it('narrow the activity to the one that is chosen, from row to row by keyboard; its chip takes that away', async () => {
    await start()
    fireEvent.click((await rows())[0] as Element)
    await waitFor(() => expect(view()?.filter.batchId).toBe(71))
    await waitFor(() => expect(filtersOf('density')).toEqual({ batchId: 71 }))
    await waitFor(() => expect(filtersOf('summary')).toEqual({ batchId: 71 }))
    fireEvent.keyDown(await list(), { key: 'ArrowDown' })
    await waitFor(() => expect(view()?.filter.batchId).toBe(72))
    expect((await rows())[1]?.getAttribute('aria-selected')).toBe('true')
    fireEvent.click(screen.getByRole('tab', { name: 'Activity' }))
    await waitFor(() => expect(filtersOf('activity')).toEqual({ batchId: 72 }))
    fireEvent.click(screen.getByRole('button', { name: 'Take the filter Batch 2, Hot documents away' }))
    await waitFor(() => expect(filtersOf('activity')).toEqual({}))
    expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
  })

  it('lead to their documents as of the moment: all, reviewed, not reviewed', async () => {
    await start()
    fireEvent.click((await rows())[0] as Element)
    const documents = await screen.findByRole('group', { name: 'Documents of Batch 1, Hot documents' })
    expect(documents.textContent).toMatch(/All 40.*Reviewed 20.*Not reviewed 20/)
    fireEvent.click(within(documents).getByRole('button', { name: 'Not reviewed 20' }))
    await waitFor(() =>
      expect(asked('listAsOf').at(-1)?.body).toMatchObject({
        filter: { is: 'batch', batchId: 71, reviewed: false },
      }),
    )
    await screen.findByText('None of the batch stood so at that moment.')
    const parts = screen.getByRole('group', { name: 'Documents of Batch 1, Hot documents' })
    expect(within(parts).getByRole('button', { pressed: true }).textContent).toBe('Not reviewed')
    fireEvent.click(within(parts).getByRole('button', { name: 'All' }))
    await waitFor(() =>
      expect(asked('listAsOf').at(-1)?.body).toMatchObject({
        filter: { is: 'batch', batchId: 71, reviewed: null },
      }),
    )
  })

  it('are found by assignment, number, holder and status among the filters', async () => {
    await start({}, '')
    fireEvent.click(await screen.findByRole('button', { name: 'Choose a batch' }))
    const box = await screen.findByRole('combobox', { name: 'Find a batch' })
    fireEvent.change(box, { target: { value: 'progress ada' } })
    const found = within(screen.getByRole('listbox', { name: 'Batches' })).getAllByRole('option')
    expect(found.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^Batch 1, Hot documents.*In progress, Ada Northwind.*20 of 40$/),
    ])
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(view()?.filter.batchId).toBe(71))
    const facet = screen.getByRole('group', { name: 'Batch' })
    const chosen = await within(facet).findByRole('checkbox', { name: 'Batch 1, Hot documents' })
    fireEvent.click(chosen)
    await waitFor(() => expect(view()?.filter.batchId).toBeNull())
  })

  it('have their name also where a link leads to one on a later page, and stand in the export', async () => {
    await start(
      {
        'reconstruct.batchesAsOf': ({ query }) =>
          query.after === undefined
            ? { ...answerOf(batchesAt(40)), data: [batch(1)], next: 71 }
            : { ...answerOf(batchesAt(40)), data: [batch(2)] },
      },
      '?batch=72&project=11',
    )
    await screen.findByRole('button', { name: 'Take the filter Batch 2, Hot documents away' })
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: 'Export the activity' })
    expect(dialog.textContent).toContain('BatchBatch 2, Hot documents')
    const address = within(dialog).getByRole('link', { name: 'CSV' }).getAttribute('href')
    expect(new URLSearchParams(address?.split('?')[1]).get('batchId')).toBe('72')
  })

  it('that are gone do not hold a link back: the filter can be taken away', async () => {
    const whole = record['reconstruct.density']
    await start(
      {
        'reconstruct.density': (one) =>
          (one.body as { filter: { batchId?: number } }).filter.batchId === 99
            ? new Refusal(404, 'There is no such batch.', 'not_found')
            : whole?.(one),
      },
      '?batch=99&project=11',
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('There is no such batch.')
    fireEvent.click(within(alert).getByRole('button', { name: 'Take all filters away' }))
    expect(await screen.findByRole('heading', { name: 'Reconstruct', level: 1 })).toBeTruthy()
  })
})
