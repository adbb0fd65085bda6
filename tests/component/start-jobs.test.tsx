// @vitest-environment jsdom
/** What is started for a whole project on the screen Process, and who may. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { messages } from '#contracts/errors.ts'
import type { Job } from '#contracts/jobs.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const at = '2026-03-02T10:00:00.000Z'
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  desk.show('/overview/process')
  await screen.findByRole('heading', { name: 'For the whole project' })
}
const work = async (name: string) => within(await screen.findByRole('listitem', { name }))

const job = (over: Partial<Job>): Job => ({
  jobId: 31,
  projectId: 11,
  projectName: 'Larkspur',
  kind: 'ocr',
  title: 'Text of 7 documents',
  state: 'Running',
  itemsTotal: 31,
  itemsDone: 10,
  exceptions: 0,
  openExceptions: 0,
  bytesDone: 0,
  bytesTotal: 0,
  rate: 2,
  secondsLeft: 10.5,
  now: null,
  retriable: 0,
  overtaken: false,
  message: null,
  priority: 0,
  createdBy: 'Ada Northwind',
  createdAt: at,
  startedAt: at,
  endedAt: null,
  reconciliation: null,
  collected: null,
  ...over,
})
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

describe('work on a whole project', () => {
  it('[jobs-type-ocr] says how many documents it is about, those with text among them where that is asked for', async () => {
    await start('LitigationSupport', {
      'ocr.start': () => ({ jobId: 31, documents: 20, pages: 90 }),
    })
    const ocr = await work('OCR')
    expect(ocr.getByText(/7 documents, 31 pages/)).toBeTruthy()
    fireEvent.click(ocr.getByRole('checkbox', { name: /Also what has text/ }))
    expect(ocr.getByText(/20 documents, 90 pages/)).toBeTruthy()
    fireEvent.click(ocr.getByRole('button', { name: 'Run OCR' }))
    await screen.findByText('OCR of 90 pages has started, job 31')
    expect(asked('ocr.start').map(({ body }) => body)).toEqual([
      { documents: null, withText: true, correlationId: expect.any(String) },
    ])
  })

  it('has page images drawn and the project analysed, for all of its documents', async () => {
    await start('LitigationSupport', {
      'pages.prepare': () => ({ jobId: 32 }),
      'analysis.start': () => ({ jobId: 33 }),
    })
    const pages = await work('Page images')
    expect(pages.getByText(/400 documents/)).toBeTruthy()
    fireEvent.click(pages.getByRole('button', { name: 'Image documents' }))
    await screen.findByText('Page images are being drawn, job 32')
    expect(asked('pages.prepare')[0]?.body).toEqual({ documents: null })
    fireEvent.click((await work('Analysis')).getByRole('button', { name: 'Analyze' }))
    await screen.findByText('The documents are being analyzed, job 33')
  })

  it('shows how far a job is, how fast, and how long it takes still, instead of the button', async () => {
    await start('LitigationSupport', {
      'jobs.list': () => list([job({}), job({ jobId: 30, kind: 'pages', state: 'Completed', endedAt: at })]),
    })
    const ocr = await work('OCR')
    await waitFor(() => expect(ocr.getByRole('link', { name: 'Job 31' })).toBeTruthy())
    expect(ocr.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('10 of 31')
    expect(ocr.getByText('2/s · 11 s left')).toBeTruthy()
    expect(ocr.queryByRole('button', { name: 'Run OCR' })).toBeNull()
    const pages = await work('Page images')
    expect(pages.getByText('Completed')).toBeTruthy()
    expect(pages.getByRole('button', { name: 'Image documents' })).toBeTruthy()
  })

  it('[job-action-pause] whoever may start a job may pause it, and no other', async () => {
    await start('ReviewManager', {
      'jobs.list': () => list([job({}), job({ jobId: 30, kind: 'pages', title: 'Page images' })]),
      'jobs.pause': () => job({ state: 'Paused', rate: null }),
    })
    const ocr = await work('OCR')
    const pause = await waitFor(() => ocr.getByRole('button', { name: 'Pause: Text of 7 documents' }))
    expect((await work('Page images')).queryByRole('button')).toBeNull()
    expect((await work('Analysis')).getByText('Begun by litigation support')).toBeTruthy()
    // Which job comes first is another's to say.
    expect(screen.queryByRole('button', { name: /Raise the priority/ })).toBeNull()
    fireEvent.click(pause)
    await waitFor(() => expect(asked('jobs.pause').map(({ body }) => body)).toEqual([{ jobId: 31 }]))
  })

  it('[msg-empty-ocr-job] says in the words of the server that there was nothing left for OCR', async () => {
    await start('ReviewManager', {
      'ocr.start': () => new Refusal(400, messages.emptyOcrJob, 'request.invalid'),
    })
    const ocr = await work('OCR')
    fireEvent.click(ocr.getByRole('button', { name: 'Run OCR' }))
    await screen.findByText(messages.emptyOcrJob)
    await waitFor(() =>
      expect(ocr.getByRole('button', { name: 'Run OCR' })).toHaveProperty('disabled', false),
    )
  })

  it('offers nothing where there is nothing to do', async () => {
    const nothing = { documents: 0, pages: 0 }
    await start('LitigationSupport', {
      'processing.startable': () => ({ documents: 0, ocr: nothing, ocrWithText: nothing }),
    })
    for (const name of ['OCR', 'Page images', 'Analysis']) {
      const row = await work(name)
      expect(row.getByText(/nothing to do/)).toBeTruthy()
      expect(row.getByRole('button')).toHaveProperty('disabled', true)
    }
  })
})

describe('files that wait', () => {
  it('are called what they wait for, and no more waiting than documents are', async () => {
    const laptop = {
      ...{ sourceId: 4, name: 'Laptop', custodianId: 3, custodian: 'Rivera', autoProcess: false },
      ...{
        autoPromote: false,
        version: 2,
        files: 2,
        bytes: 3072,
        waiting: 2,
        documents: 0,
        exceptions: 0,
        openExceptions: 0,
      },
      ...{ createdBy: 'Ada Northwind', createdAt: at },
    }
    await start('LitigationSupport', {
      'collect.listSources': () => ({ data: [laptop], totalCount: 1 }),
    })
    await screen.findByRole('table', { name: 'Sources with files that wait' })
    const section = screen.getByRole('heading', { name: 'To process' })
    expect(section.parentElement?.textContent).toContain('2 files')
    expect(screen.queryByText('Waiting')).toBeNull()
    cleanup()
    desk.show('/overview/collect')
    const sources = await screen.findByRole('table', { name: 'Sources' })
    expect(within(sources).getByRole('columnheader', { name: 'To process' })).toBeTruthy()
  })
})
