// @vitest-environment jsdom
/** What screens say of the reconciliation of jobs: balanced where that is known, and else what is not known yet. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contracts/call.ts'
import type { Job, JobState } from '#contracts/jobs.ts'
import type { ImportReconciliation, readFlow } from '#contracts/stages.ts'
import { type Answers, type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const start = async (path: string, answers: Answers) => {
  desk = await openDesk(answers)
  await desk.signIn('LitigationSupport')
  desk.show(path)
}
const at = '2026-03-02T10:00:00.000Z'
const mb = 1024 * 1024

const read = { files: 0, bytes: 0 }
const left = { files: 2, bytes: 3 * mb }
/** A reconciliation that adds up, as those of an import do at each moment. */
const adding = {
  ...{ itemsIn: 40, promoted: 35, waiting: 0, duplicates: 4, deNisted: 0, containers: 1 },
  ...{ exceptions: 0, inlineImages: 0, filtered: 0, unexplained: 0, notRead: read },
}
const job = (over: Partial<Job>): Job => ({
  ...{ jobId: 7, projectId: 11, projectName: 'Larkspur', kind: 'import', title: 'inbox.mbox' },
  ...{
    state: 'Completed',
    itemsTotal: 40,
    itemsDone: 40,
    exceptions: 0,
    openExceptions: 0,
    retriable: 0,
    overtaken: false,
    message: null,
  },
  ...{ bytesDone: 7 * mb, bytesTotal: 10 * mb, rate: null, secondsLeft: null, now: null, priority: 0 },
  ...{ createdBy: 'Ada Northwind', createdAt: at, startedAt: at, endedAt: at },
  ...{ reconciliation: null, collected: null },
  ...over,
})
const stopped: readonly JobState[] = ['Paused', 'Cancelled', 'Failed', 'RolledBack']
const notEnded: readonly JobState[] = ['Created', 'Queued', 'Running', 'Cancelling', ...stopped]
const ended: readonly JobState[] = ['Completed', 'CompletedWithErrors']

describe('the page of an import', () => {
  const page = async (over: Partial<Job>) => {
    await start('/project/allJobs?project=11&job=7', { 'jobs.get': () => job(over) })
    const heading = await screen.findByRole('heading', { name: 'Reconciliation' })
    return within(heading.closest('section') as HTMLElement)
  }

  it.each(ended)('calls a reconciliation that adds up balanced where it is %s', async (state) => {
    const section = await page({ state, reconciliation: adding })
    expect(section.getByRole('status').textContent).toBe('Balanced: every item is accounted for.')
    expect(section.queryByText(/not read to the end/)).toBeNull()
  })

  it.each(notEnded)('says of one that is %s how much is not read, and nothing of balance', async (state) => {
    const section = await page({ state, reconciliation: { ...adding, notRead: left } })
    const said = section.getByRole('status').textContent
    expect(said).toMatch(/^Not settled/)
    expect(said).toContain(
      stopped.includes(state)
        ? '2 files (3.00 MB left) of its source are not read to their end.'
        : '2 files (3.00 MB left) of its source are still to be read.',
    )
    expect(section.getByText('2 files (3.00 MB left) not read to the end')).toBeTruthy()
    expect(screen.queryByText(/Balanced/)).toBeNull()
  })

  it.each([
    ['Failed', 'the job failed before its end.', 'Retry it: it goes on from there.'],
    ['Cancelled', 'the job was cancelled before its end.', 'Resume it: it goes on from there.'],
    ['Paused', 'the job is paused.', 'Resume it: it goes on from there.'],
  ] as const)(
    'says why it is not settled where it is %s, and what gets it on',
    async (state, why, advice) => {
      const section = await page({ state, reconciliation: { ...adding, notRead: { files: 1, bytes: mb } } })
      expect(section.getByRole('status').textContent).toBe(
        `Not settled: ${why} 1 file (1.00 MB left) of its source is not read to its end. ${advice}`,
      )
    },
  )

  it.each(notEnded)('does not call a retry settled that is %s, though all was read before', async (state) => {
    const section = await page({ state, reconciliation: adding })
    const does = stopped.includes(state) ? 'was' : 'is'
    expect(section.getByRole('status').textContent).toContain(
      `Its source was read to its end; what failed there ${does} being tried again.`,
    )
  })

  it.each([
    ['Failed', 'Retry failed items'],
    ['Cancelled', 'Resume'],
    ['Paused', 'Resume'],
  ] as const)('offers no going on where it is %s and was overtaken, and says so', async (state, button) => {
    const message = 'The document has got another file since.'
    const over = { state, message, reconciliation: { ...adding, notRead: { files: 1, bytes: mb } } }
    const overtaken = await page({ ...over, overtaken: true })
    expect(overtaken.getByRole('status').textContent).toMatch(
      /to its end\. The document has got another file/,
    )
    expect(screen.queryByText(/goes on from there|Resuming it/)).toBeNull()
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    cleanup()
    await desk.close()
    await page(over)
    expect(screen.getByRole('button', { name: button })).toBeTruthy()
  })

  it('says loudly what is missing of one that came to its end', async () => {
    const section = await page({
      state: 'Completed',
      reconciliation: { ...adding, promoted: 33, unexplained: 2 },
    })
    expect(section.getByRole('status').textContent).toMatch(/^2 items not accounted for\./)
  })

  it('says of items that it has twice that they are, in the equation, below it and beside the bar', async () => {
    const section = await page({
      state: 'Completed',
      reconciliation: { ...adding, promoted: 37, unexplained: -2 },
    })
    expect(section.getByRole('status').textContent).toMatch(/^2 items accounted for twice\./)
    expect(section.getByRole('group', { name: 'Reconciliation equation' }).textContent).toContain(
      '−2accounted for twice',
    )
    expect(section.getByText('2 accounted for twice')).toBeTruthy()
    expect(section.queryByText(/not accounted for/)).toBeNull()
  })
})

describe('the page of a collection', () => {
  const page = async (state: JobState, reconciliation: Partial<Job['collected']>) => {
    const collected = { found: 12, arrived: 10, failed: 2, unexplained: 0, ...reconciliation }
    await start('/project/allJobs?project=11&job=7', {
      'jobs.get': () => job({ kind: 'collect', state, exceptions: 2, openExceptions: 2, collected }),
    })
    return (await screen.findByRole('group', { name: 'Reconciliation equation' }))
      .parentElement as HTMLElement
  }

  it('holds what was found against what arrived and what cannot be read', async () => {
    const reconciliation = await page('CompletedWithErrors', {})
    expect(reconciliation.textContent).toBe(
      '12found=10arrived+2not readableBalanced: every file that was found has arrived or is an exception.',
    )
    // What cannot be read is no document processed with exceptions.
    expect(screen.queryByText(/processed with exceptions/)).toBeNull()
  })

  it.each(notEnded)('does not call them balanced where it is %s', async (state) => {
    const reconciliation = await page(state, {})
    expect(reconciliation.textContent).toContain('Not settled')
    expect(reconciliation.textContent).toContain('More may be in the folder than was found so far.')
    expect(reconciliation.textContent).not.toContain('Balanced')
  })

  it('says how many files are lost', async () => {
    const reconciliation = await page('Completed', { arrived: 9, unexplained: 1 })
    expect(reconciliation.textContent).toContain('1 file not accounted for.')
  })

  it('says how many it has twice', async () => {
    const reconciliation = await page('Completed', { arrived: 11, unexplained: -1 })
    expect(reconciliation.textContent).toContain('1 file accounted for twice.')
  })
})

describe('the screen of processing', () => {
  it('says beside the reconciliation of a failed import what was not read', async () => {
    await start('/overview/process/reconciliation', {
      'jobs.list': () => ({
        data: [job({ state: 'Failed', reconciliation: { ...adding, notRead: left } })],
        totalCount: 1,
      }),
    })
    const section = (await screen.findByRole('heading', { name: 'By import' })).closest('section')
    expect(section?.textContent).toContain('2 files (3.00 MB left) not read to the end')
  })
})

describe('the volumes of the data hub', () => {
  type Reply = ReplyOf<typeof readFlow>
  const none = { items: 0, bytes: 0 }
  const volumes = {
    ...{ in: { items: 4, bytes: 40 }, promoted: { items: 4, bytes: 40 }, containers: none },
    ...{
      duplicates: none,
      deNisted: none,
      exceptions: none,
      inlineImages: none,
      filtered: none,
      waiting: none,
    },
  }
  const holds: ImportReconciliation = {
    imports: 1,
    unsettled: 0,
    notRead: read,
    open: 0,
    unexplained: 0,
    twice: 0,
  }
  const source = (jobId: number, state: JobState, reconciliation: Partial<ImportReconciliation> = {}) => ({
    ...{ jobId, title: `part-${jobId}.mbox`, state, sourceId: 1, source: 'Laptop' },
    ...{ custodianId: 1, custodian: 'Rivera', ...volumes, reconciliation: { ...holds, ...reconciliation } },
  })
  const together = (sources: Reply['sources']): ImportReconciliation => ({
    imports: sources.length,
    unsettled: sources.reduce((n, { reconciliation }) => n + reconciliation.unsettled, 0),
    notRead: {
      files: sources.reduce((n, { reconciliation }) => n + reconciliation.notRead.files, 0),
      bytes: sources.reduce((n, { reconciliation }) => n + reconciliation.notRead.bytes, 0),
    },
    open: sources.reduce((n, { reconciliation }) => n + reconciliation.open, 0),
    unexplained: sources.reduce((n, { reconciliation }) => n + reconciliation.unexplained, 0),
    twice: sources.reduce((n, { reconciliation }) => n + reconciliation.twice, 0),
  })
  /** With a list of jobs that knows none of these imports: they are older than what it has. */
  const hub = async (...sources: Reply['sources']) => {
    const reconciliation = together(sources)
    const custodians = [{ custodianId: 1, custodian: 'Rivera', ...volumes, reconciliation }]
    await start('/project/datahub', {
      'stages.flow': () => ({ total: { ...volumes, reconciliation }, sources, custodians }),
    })
    fireEvent.click(await screen.findByRole('tab', { name: 'Data hub' }))
    const table = within(await screen.findByRole('table', { name: 'Volumes by custodian' }))
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
    return { said: said.join('\n'), custodian: table.getByText(/^Rivera/).closest('tr')?.textContent ?? '' }
  }

  it('say that the reconciliation holds where all imports came to their end', async () => {
    const { said, custodian } = await hub(source(1, 'Completed'), source(2, 'CompletedWithErrors'))
    expect(said).toContain('The reconciliation of 2 imports holds: every item is accounted for.')
    expect(custodian).not.toContain('not settled')
  })

  it.each(notEnded)('do not say it of an import that is %s, and say what is not read', async (state) => {
    const { said, custodian } = await hub(
      source(1, 'Completed'),
      source(2, state, { unsettled: 1, notRead: left }),
    )
    expect(said).toContain('The reconciliation of 1 import holds')
    expect(said).toMatch(
      /1 import not settled: part-2\.mbox \(.+\)\. In all, 2 files \(3\.00 MB left\) not read/,
    )
    expect(custodian).toContain('1 import not settled, 2 files (3.00 MB left) not read to the end')
    const table = within(screen.getByRole('table', { name: 'Volumes by source' }))
    expect(table.getByText('part-2.mbox').closest('tr')?.textContent).toContain('not read to the end')
    expect(table.getByText('part-1.mbox').closest('tr')?.textContent).not.toContain('not read')
  })

  it('say nothing of balance where nothing has come to its end', async () => {
    const { said } = await hub(source(2, 'Failed', { unsettled: 1, notRead: left }))
    expect(said).not.toContain('hold')
    expect(said).toContain('1 import not settled')
  })

  it('say what is missing of an import that no list of jobs has, and of its custodian', async () => {
    const { said, custodian } = await hub(
      source(1, 'Completed', { unexplained: 3 }),
      source(2, 'Running', { unsettled: 1, notRead: left }),
    )
    expect(said).toContain('1 import with 3 items not accounted for: part-1.mbox (Completed).')
    expect(said).toContain('1 import not settled: part-2.mbox (Running).')
    expect(said).not.toContain('hold')
    expect(custodian).toContain('3 items not accounted for')
    expect(desk.asked.some(({ name }) => name === 'jobs.list')).toBe(false)
  })

  it('say what one import lacks and what another has twice, each for itself', async () => {
    const { said, custodian } = await hub(
      source(1, 'Completed', { unexplained: 5 }),
      source(2, 'Completed', { twice: 2 }),
    )
    const both = '5 items not accounted for, 2 items accounted for twice'
    expect(said).toContain(`2 imports with ${both}: part-1.mbox (Completed), part-2.mbox (Completed).`)
    expect(custodian).toContain(both)
    const name = screen.getByText(/· 2 items accounted for twice$/)
    expect(name.textContent).toBe('part-2.mbox · 2 items accounted for twice')
    expect(name.closest('tr')?.textContent).not.toContain('not accounted for')
  })

  it('name five imports that lack something, and say how many more there are', async () => {
    const { said } = await hub(
      ...[1, 2, 3, 4, 5, 6, 7].map((id) => source(id, 'Completed', { unexplained: 1 })),
    )
    expect(said).toContain('part-5.mbox (Completed), 2 more.')
    expect(said).not.toContain('part-6.mbox')
  })

  it.each(notEnded)('say of a retry that is %s whether it goes on', async (state) => {
    const { said, custodian } = await hub(source(1, state, { unsettled: 1 }))
    const words = `what failed ${stopped.includes(state) ? 'was' : 'is'} being tried again`
    expect(said).toContain(`In all, ${words}.`)
    expect(custodian).toContain(words)
    const table = within(screen.getByRole('table', { name: 'Volumes by source' }))
    expect(table.getByText('part-1.mbox').closest('tr')?.textContent).toContain(words)
  })
})
