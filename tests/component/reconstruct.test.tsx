// @vitest-environment jsdom
/** Reconstruct as a review manager sees it, against a record in memory. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ActivityEvent, ActivityFilter } from '#contracts/reconstruct.ts'
import { movePlayhead } from '#src/commands/reconstruct.ts'
import { AddressBar } from '#src/routes/desk.tsx'
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

const change = (seq: number, over: Partial<ActivityEvent> = {}): ActivityEvent => ({
  seq,
  auditId: seq + 1000,
  at: isoOf(seq),
  userId: 5,
  userName: 'Ada Northwind',
  roleName: 'Reviewer',
  documentId: seq,
  controlNumber: `NW${String(seq).padStart(8, '0')}`,
  kind: 'field',
  subjectId: 3,
  field: 'Responsive',
  old: { value: null, erased: false },
  new: { value: 'Yes', erased: false },
  how: 'manual',
  commandId: `command-${seq}`,
  jobId: null,
  tookMs: 42_000,
  ...over,
})

const changes = Array.from({ length: 30 }, (_, at) =>
  change(at + 1, at % 3 === 0 ? { userId: 6, userName: 'Ben Novak', how: 'bulk', jobId: 9 } : {}),
)

interface Body {
  readonly filter: ActivityFilter
  readonly limit?: number
}
const isUpTo = (row: ActivityEvent, moment: NonNullable<ActivityFilter['to']>): boolean =>
  'seq' in moment ? row.seq <= moment.seq : Date.parse(row.at) <= Date.parse(moment.at)
const meant = ({ userIds, from, to }: ActivityFilter): readonly ActivityEvent[] =>
  changes
    .filter((row) => userIds?.includes(row.userId ?? 0) ?? true)
    .filter((row) => from === undefined || !isUpTo(row, from))
    .filter((row) => to === undefined || isUpTo(row, to))

const bodyOf = (asked: Parameters<Answer>[0]): Body => asked.body as Body
const worked = (rows: readonly ActivityEvent[]) => ({ changes: rows.length, documents: rows.length })

const record: Answers = {
  'audit.verifyProgress': () => ({ running: null, last: null }),
  'reconstruct.density': (asked) => {
    const rows = meant(bodyOf(asked).filter)
    return {
      first: isoOf(0),
      last: isoOf(60),
      from: isoOf(0),
      to: isoOf(60),
      binMs: 600_000,
      counts: [0, 1, 2, 3, 4, 5].map((bin) => rows.filter(({ seq }) => Math.floor(seq / 10) === bin).length),
      total: rows.length,
      marks: [{ at: isoOf(4), kind: 'import', jobId: 2, title: 'inbox.mbox', state: 'Completed' }],
      marksTotal: 1,
    }
  },
  'reconstruct.summary': (asked) => {
    const rows = meant(bodyOf(asked).filter)
    const people = [...new Set(rows.map(({ userId }) => userId))]
    return {
      total: worked(rows),
      reviewers: people.map((userId) => {
        const own = rows.filter((row) => row.userId === userId)
        return {
          userId,
          userName: own[0]?.userName ?? '',
          ...worked(own),
          reviewed: 4,
          activeMs: 3_600_000,
          documentsPerHour: 4,
        }
      }),
      subjects: [{ kind: 'field', subjectId: 3, name: 'Responsive', typeId: 8, ...worked(rows) }],
      means: [{ how: 'manual', ...worked(rows.filter(({ how }) => how === 'manual')) }],
      idleMinutes: 15,
      tracked: true,
    }
  },
  'reconstruct.activity': (asked) => {
    const { filter, limit = 100 } = bodyOf(asked)
    const rows = meant(filter).toReversed()
    return { data: rows.slice(0, limit), next: rows.length > limit ? (rows[limit - 1]?.seq ?? null) : null }
  },
  'reconstruct.documentAsOf': ({ query }) => ({
    asOf: { seq: 1, changedAt: isoOf(1), at: isoOf(1) },
    documentId: Number(query.documentId),
    controlNumber: `NW${String(query.documentId).padStart(8, '0')}`,
    existed: true,
    values: [],
    lastStep: null,
    previousSeq: null,
    nextSeq: null,
  }),
}

const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = record, search = '') => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  return desk.show(`/overview/reconstruct${search}`)
}
const view = () =>
  desk.app.state().reconstruct.byTab[Object.keys(desk.app.state().reconstruct.byTab)[0] ?? '']
const rows = async () =>
  within(await screen.findByRole('listbox', { name: 'Activity' })).getAllByRole('option')
const asked = (name: string) => desk.asked.filter((one) => one.name === `reconstruct.${name}`)
const moment = (minute: number) => ({ at: isoOf(minute), seq: null })

describe('Reconstruct', () => {
  it('is for review managers and stronger: others are told who can grant it, and nothing is asked', async () => {
    await start('SeniorReviewer')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain("no access to the record of everybody's work")
    expect(alert.textContent).toContain('review manager')
    expect(desk.asked.filter(({ name }) => name.startsWith('reconstruct.'))).toEqual([])
  })

  it('that is being left does not bring its address back, whatever is still used on it', async () => {
    desk = await openDesk(record)
    await desk.signIn('ReviewManager')
    window.history.replaceState(null, '', '/overview/reconstruct')
    desk.mount(<AddressBar />)
    await rows()
    await desk.app.dispatch(movePlayhead({ to: moment(20) }))
    await waitFor(() => expect(window.location.search).not.toBe(''))
    fireEvent.click(screen.getByRole('link', { name: 'Data hub' }))
    const addresses = new Set<string>()
    for (let step = 10; step < 24; step++) {
      addresses.add(window.location.pathname)
      await desk.app.dispatch(movePlayhead({ to: moment(step) }))
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    expect([...addresses]).toEqual(['/overview/datahub'])
    await screen.findByRole('heading', { name: 'Data hub', level: 1 })
    window.history.replaceState(null, '', '/')
  })

  it('says what would be here where nothing was coded yet', async () => {
    await start('ReviewManager', {
      ...record,
      'reconstruct.density': () => ({
        first: isoOf(0),
        last: isoOf(60),
        from: isoOf(0),
        to: isoOf(60),
        binMs: 60_000,
        counts: [0],
        total: 0,
        marks: [],
        marksTotal: 0,
      }),
    })
    expect(await screen.findByRole('heading', { name: 'Nothing has been coded yet', level: 1 })).toBeTruthy()
    // Batches are given out before that.
    fireEvent.click(screen.getByRole('button', { name: 'See batches' }))
    expect((await screen.findByRole('tab', { name: 'Batches' })).getAttribute('aria-selected')).toBe('true')
  })

  it('says that the record could not be read, and reads it when it is tried again', async () => {
    let broken = true
    await start('ReviewManager', {
      ...record,
      'reconstruct.density': (one) =>
        broken
          ? new Refusal(409, 'The record is being rebuilt.', 'conflict')
          : record['reconstruct.density']?.(one),
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The record is being rebuilt.')
    broken = false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Reconstruct', level: 1 })).toBeTruthy()
    expect((await rows())[0]?.textContent).toContain('NW00000030')
  })

  it('lists who changed what, when, by which means and how long it took; a row puts the playhead after it', async () => {
    await start('ReviewManager')
    const [, second, third] = await rows()
    expect(third?.textContent).toMatch(/Ben Novak.*NW00000028.*Responsive.*not coded.*Yes.*In bulk.*42 s/)
    fireEvent.click(second as Element)
    await waitFor(() =>
      expect(view()).toMatchObject({ playhead: { at: isoOf(29), seq: 29 }, documentId: 29 }),
    )
    // The list stays where it is: what came later stands back.
    expect((await rows())[0]?.className).toContain('faint')
    await waitFor(() => expect(asked('documentAsOf').at(-1)?.query.seq).toBe('29'))
    expect(await screen.findByRole('heading', { name: 'NW00000029' })).toBeTruthy()
    fireEvent.keyDown(screen.getByRole('listbox', { name: 'Activity' }), { key: 'ArrowDown' })
    await waitFor(() => expect(view()?.playhead?.seq).toBe(28))
  })

  it('goes to a change with , and . and moves the playhead with the keys of a slider', async () => {
    await start('ReviewManager')
    await rows()
    fireEvent.keyDown(window, { key: ',' })
    fireEvent.keyDown(window, { key: ',' })
    await waitFor(() => expect(view()?.playhead?.seq).toBe(29))
    fireEvent.keyDown(window, { key: '.' })
    await waitFor(() => expect(view()?.playhead?.seq).toBe(30))
    const head = screen.getByRole('slider', { name: 'Playhead' })
    fireEvent.keyDown(head, { key: 'Home' })
    fireEvent.keyUp(head, { key: 'Home' })
    await waitFor(() => expect(view()?.playhead).toEqual({ at: isoOf(0), seq: null }))
    fireEvent.keyDown(head, { key: 'ArrowRight', shiftKey: true })
    fireEvent.keyUp(head, { key: 'ArrowRight', shiftKey: true })
    await waitFor(() => expect(view()?.playhead).toEqual({ at: isoOf(3), seq: null }))
    expect(head.getAttribute('aria-valuetext')).toMatch(/\d{2}\/\d{2}\/2026, \d{2}:\d{2}:\d{2} \S+/)
    fireEvent.keyDown(head, { key: 'End' })
    fireEvent.keyUp(head, { key: 'End' })
    await waitFor(() => expect(view()?.playhead).toBeNull())
  })

  it('keeps the answer before, dimmed, until the next has come, and shows only the last one asked for', async () => {
    const late = new Map<string, PromiseWithResolvers<unknown>>()
    await start('ReviewManager', {
      ...record,
      'reconstruct.activity': (one) => {
        const to = JSON.stringify(bodyOf(one).filter.to ?? null)
        if (to === 'null') return record['reconstruct.activity']?.(one)
        const waiting = Promise.withResolvers<unknown>()
        late.set(to, waiting)
        return waiting.promise
      },
    })
    await rows()
    const answer = (minute: number) => ({
      data: meant({ to: { at: isoOf(minute) } }).toReversed(),
      next: null,
    })
    await desk.app.dispatch(movePlayhead({ to: moment(20) }))
    await waitFor(() => expect(late.size).toBe(1))
    expect(screen.getByRole('listbox', { name: 'Activity' }).getAttribute('aria-busy')).toBe('true')
    expect((await rows())[0]?.textContent).toContain('NW00000030')
    await desk.app.dispatch(movePlayhead({ to: moment(10) }))
    await waitFor(() => expect(late.size).toBe(2))
    const [first, second] = [...late.values()]
    second?.resolve(answer(10))
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('NW00000010'))
    first?.resolve(answer(20))
    await desk.rest()
    expect((await rows())[0]?.textContent).toContain('NW00000010')
    expect(screen.getByRole('listbox', { name: 'Activity' }).getAttribute('aria-busy')).toBeNull()
  })

  it('is narrowed by people; each chip takes its filter away', async () => {
    await start('ReviewManager')
    await rows()
    fireEvent.click(screen.getByRole('checkbox', { name: /^Ben Novak/ }))
    await waitFor(async () => {
      const shown = (await rows()).map((row) => row.textContent ?? '')
      expect(shown.every((text) => text.includes('Ben Novak'))).toBe(true)
    })
    // Whom else one could choose is still there, with what it would show.
    expect(screen.getByRole('checkbox', { name: /^Ada Northwind/ }).closest('label')?.textContent).toContain(
      '20',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Take the filter Ben Novak away' }))
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Ada Northwind'))
    expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull()
  })

  it('opens at the moment that a link names, with its filter', async () => {
    await start(
      'ReviewManager',
      record,
      `?at=${encodeURIComponent(`${isoOf(12)}~12`)}&people=6&document=7&project=11`,
    )
    await waitFor(() =>
      expect(view()).toMatchObject({
        playhead: { at: isoOf(12), seq: 12 },
        documentId: 7,
        filter: { userIds: [6] },
      }),
    )
    expect(await screen.findByRole('heading', { name: 'NW00000007' })).toBeTruthy()
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('NW00000010'))
  })

  it('says how far the chain was verified, and verifies it now', async () => {
    let fails = true
    await start('ReviewManager', {
      ...record,
      'audit.verify': () =>
        fails
          ? new Refusal(409, 'The record is being copied.', 'conflict')
          : {
              rows: 664,
              head: 'a'.repeat(64),
              firstBroken: null,
              reason: null,
              signed: { checked: 0, lastAt: null, lastSeq: null, key: null, unreadable: 0 },
              uncovered: null,
              differences: { count: 0, first: [] },
              warnings: [],
              verifiedAt: isoOf(61),
              publicKey: { fingerprint: 'b'.repeat(64), pem: '' },
            },
    })
    await screen.findByText('Chain not verified yet')
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText('Chain not verified')
    fails = false
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await screen.findByText(/^Chain verified to row 664, 03\/02\/2026/)
  })

  it('offers to open the project of a link to another one', async () => {
    await start('ReviewManager', record, `?at=${encodeURIComponent(isoOf(12))}&project=12`)
    fireEvent.click(await screen.findByRole('button', { name: 'Open Lease' }))
    await waitFor(() => expect(desk.app.state().selection.chosen.projectId).toBe(12))
  })
})
