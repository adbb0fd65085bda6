// @vitest-environment jsdom
/** Bringing material in, and what comes of it: the screens Collect and Process. */
import { createHash } from 'node:crypto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { allSettled } from 'effector'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '#contracts/jobs.ts'
import { defaultProcessing } from '#contracts/processing.ts'
import { queueUpload } from '#src/commands/collect.ts'
import { flowStages } from '#src/features/eda/flow.ts'
import { ExceptionsTable } from '#src/features/exceptions/exceptions-table.tsx'
import { projectReport } from '#src/reads/project.ts'
import { collect } from '#src/stores/collect.ts'
import { tabNamed } from '#src/stores/tab.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const at = '2026-03-02T10:00:00.000Z'
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const start = async (role: Parameters<Desk['signIn']>[0], path: string, answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  return desk.show(path)
}
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const sha256 = 'ab'.repeat(32)

const laptop = {
  sourceId: 4,
  name: 'Laptop',
  custodianId: 3,
  custodian: 'Rivera',
  autoProcess: true,
  autoPromote: true,
  version: 2,
  files: 0,
  bytes: 0,
  waiting: 0,
  documents: 0,
  exceptions: 0,
  openExceptions: 0,
  createdBy: 'Ada Northwind',
  createdAt: at,
}

const unread = {
  exceptionId: 5,
  jobId: 7,
  sourceId: 4,
  documentId: null,
  becomes: null,
  entry: null,
  code: 'encrypted',
  severity: 'high',
  reason: 'A password is needed.',
  stage: 'expand',
  path: ['inbox.mbox', 'secret.zip'],
  size: 2048,
  sha256,
  at,
  resolution: 'open',
  note: '',
  resolvedBy: null,
  resolvedAt: null,
}

const job = (over: Partial<Job> = {}): Job => ({
  jobId: 7,
  projectId: 11,
  projectName: 'Larkspur',
  kind: 'import',
  title: 'Laptop, 3 files',
  state: 'CompletedWithErrors',
  itemsTotal: 400,
  itemsDone: 400,
  exceptions: 2,
  openExceptions: 2,
  bytesDone: 1,
  bytesTotal: 1,
  rate: null,
  secondsLeft: null,
  now: null,
  message: null,
  priority: 0,
  createdBy: 'Ada Northwind',
  createdAt: at,
  startedAt: at,
  endedAt: at,
  reconciliation: null,
  collected: null,
  retriable: 2,
  overtaken: false,
  ...over,
})

const letter = 'From: a@b.example\n\nHello'
const mailSha256 = createHash('sha256').update(letter).digest('hex')
const mail = (name: string, text = letter) =>
  new File([text], name, { lastModified: Date.parse('2025-01-02T03:04:05.000Z') })

/** A server that takes every file at once; what it was asked is in `desk.asked`. */
const taking = (over: Answers = {}): Answers => ({
  'collect.beginUpload': ({ body }) => {
    const { fileName, size, sourceId } = body as { fileName: string; size: number; sourceId: number }
    const by = { by: 'Ada Northwind', own: true, replaces: null }
    return { uploadId: `u-${fileName}`, sourceId, fileName, size, received: size, createdAt: at, ...by }
  },
  'collect.finishUpload': () => ({ sourceFileId: 1 }),
  'collect.processSource': () => ({ jobId: 7 }),
  ...over,
})
const pick = async (files: readonly File[], label = 'Files to bring in') => {
  fireEvent.change(await screen.findByLabelText(label), { target: { files } })
}
const send = async () => fireEvent.click(await screen.findByRole('button', { name: 'Upload to Laptop' }))
const names = (call: string) => asked(call).map(({ body }) => (body as { fileName: string }).fileName)

describe('an upload of a tab that may be closed by now', () => {
  const queue = (over: { readonly title: string; readonly bytes: number }) =>
    act(() =>
      desk.app.dispatch(
        queueUpload({
          ...{ uploadKey: `of ${over.title}`, projectId: 11, sourceId: 4, files: 1, ...over },
          replaces: null,
          entry: false,
          continues: null,
          unread: { count: 0, paths: [] },
        }),
      ),
    )

  it('is told in each other one: nobody else would say that not all of it has arrived', async () => {
    await start(
      'LitigationSupport',
      '/overview/collect?source=4',
      taking({ 'collect.listSources': () => list([laptop]) }),
    )
    await queue({ title: 'letter.eml', bytes: letter.length })
    await queue({ title: 'other.eml', bytes: letter.length })
    await screen.findAllByText(/^Cut off: 1 file/)
    // The browser is opened again: its tabs have other names.
    await act(() => allSettled(tabNamed, { scope: desk.app.scope, params: 'another-tab' }))
    expect(await screen.findAllByText(/^Started in another tab: 1 file/)).toHaveLength(2)
    expect(screen.getAllByText(/If that is closed, not all of this has arrived\./)).toHaveLength(2)
    // Chosen again it goes on, and is not told twice.
    await pick([mail('letter.eml')])
    await send()
    await waitFor(() => expect(screen.getAllByText(/^Started in another tab: 1 file/)).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Take off the list' }))
    await waitFor(() => expect(screen.queryByText(/^Started in another tab/)).toBeNull())
  })
})

describe('sources', () => {
  it('offer nobody to choose until it is known who is there, and where nobody is, ask for a name at once', async () => {
    const answered = Promise.withResolvers<void>()
    await start('LitigationSupport', '/overview/collect', {
      'collect.listSources': () => list([laptop]),
      'project.listCustodians': async () => {
        await answered.promise
        return list([])
      },
    })
    fireEvent.click((await screen.findAllByRole('button', { name: 'New source' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'New source' }))
    expect(dialog.getByRole('combobox', { name: /^Custodian/ })).toHaveProperty('disabled', true)
    expect(dialog.queryByLabelText(/^New custodian/)).toBe(null)
    answered.resolve()
    await dialog.findByLabelText(/^New custodian/)
    expect(dialog.queryByRole('combobox', { name: /^Custodian/ })).toBe(null)
  })

  it('[rest-any-project-source] [processing-custodians-concept] are made with a new custodian, and refused where the name is taken', async () => {
    const rows = [laptop]
    let taken = true
    await start('LitigationSupport', '/overview/collect', {
      'collect.listSources': () => list(rows),
      'project.createCustodian': ({ body }) => ({
        custodianId: 9,
        name: (body as { name: string }).name,
        documentCount: 0,
      }),
      'collect.createSource': ({ body }) => {
        if (taken)
          return new Refusal(409, 'Another source of this project has this name.', 'conflict', {}, 'name')
        const added = { ...laptop, ...(body as object), sourceId: 5, custodian: 'Okafor' }
        rows.push(added)
        return added
      },
    })
    fireEvent.click((await screen.findAllByRole('button', { name: 'New source' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'New source' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Add the source' }))
    await dialog.findByText('Say whose material it is.')
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Phone' } })
    await dialog.findByRole('option', { name: 'Rivera (400)' })
    fireEvent.change(dialog.getByRole('combobox', { name: /^Custodian/ }), { target: { value: 'new' } })
    fireEvent.change(dialog.getByLabelText(/^New custodian/), { target: { value: 'Okafor' } })
    fireEvent.click(dialog.getByRole('switch', { name: 'Promote automatically' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Add the source' }))
    await dialog.findByText('Another source of this project has this name.')
    taken = false
    fireEvent.click(dialog.getByRole('button', { name: 'Add the source' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('project.createCustodian')[0]?.body).toEqual({ name: 'Okafor' })
    expect(asked('collect.createSource').at(-1)?.body).toEqual({
      name: 'Phone',
      custodianId: 9,
      autoProcess: true,
      autoPromote: false,
    })
    // What was made is chosen for the files that follow.
    await waitFor(() =>
      expect((screen.getByRole('combobox', { name: 'Source' }) as HTMLSelectElement).value).toBe('5'),
    )
  })

  it('are not changed over what somebody else has changed meanwhile, and show what that was', async () => {
    let now = { ...laptop }
    await start('LitigationSupport', '/overview/collect', {
      'collect.listSources': () => list([now]),
      'collect.changeSource': ({ body }) =>
        (body as typeof laptop).version === now.version
          ? { ...now, ...(body as object), version: now.version + 1 }
          : new Refusal(409, 'Somebody has changed this source.', 'conflict', {}, 'version'),
    })
    const row = (await screen.findByRole('table', { name: 'Sources' })).querySelector('tbody tr')
    fireEvent.keyDown(row as Element, { key: 'Enter' })
    fireEvent.click(await screen.findByRole('button', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the source' }))
    now = { ...laptop, name: 'Laptop of Rivera', version: 3 }
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Mine' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Somebody has changed this source.')
    expect(asked('collect.changeSource')[0]?.body).toMatchObject({ name: 'Mine', version: 2 })
    await screen.findByRole('heading', { level: 1, name: 'Laptop of Rivera', hidden: true })
    // The form was filled before: another try is no better informed.
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked('collect.changeSource')).toHaveLength(2))
    expect(asked('collect.changeSource')[1]?.body).toMatchObject({ version: 2 })
  })

  it('[entity-source] show what came from each, and open with what each file became', async () => {
    const full = {
      ...laptop,
      files: 2,
      bytes: 3072,
      waiting: 1,
      documents: 40,
      exceptions: 5,
      openExceptions: 3,
    }
    const file = { sourceFileId: 1, size: 1024, sha256, modifiedAt: at, arrivedAt: at }
    await start('LitigationSupport', '/overview/collect', {
      'collect.listSources': () => list([full]),
      'collect.listSourceFiles': () =>
        list([
          { ...file, path: ['Mail', 'a.eml'], jobId: 7 },
          { ...file, sourceFileId: 2, path: ['b.z01'], jobId: null, partOf: { archive: 'b.zip', parts: 3 } },
        ]),
      'collect.processSource': () => ({ jobId: 8 }),
    })
    const row = (await screen.findByRole('table', { name: 'Sources' })).querySelector('tbody tr')
    expect(row?.textContent).toBe('LaptopRivera23.00 KB14032 resolvedProcessedPromoted')
    fireEvent.keyDown(row as Element, { key: 'Enter' })
    await screen.findByRole('heading', { level: 1, name: 'Laptop' })
    const files = await screen.findByRole('table', { name: 'Files of the source' })
    expect(within(files).getByText('in Mail')).toBeTruthy()
    expect(within(files).getByText('one of 3 parts of b.zip')).toBeTruthy()
    expect(within(files).getByRole('link', { name: 'Job 7' }).getAttribute('href')).toBe(
      '/project/allJobs?project=11&job=7',
    )
    expect(within(files).getByText('Waits')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Process 1 file' }))
    await screen.findByText('Laptop: being processed, job 8')
    expect(asked('collect.processSource')[0]?.body).toEqual({ ifAutomatic: false })
    // Whose the files are is on the record.
    fireEvent.click(screen.getByRole('button', { name: 'Change…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the source' }))
    expect(dialog.getByRole('combobox', { name: /^Custodian/ })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  })

  it('take a folder of the server in, where the server offers any', async () => {
    await start('LitigationSupport', '/overview/collect?source=4', {
      'collect.listServerRoots': () => list([{ root: 0, name: 'share' }]),
      'collect.readServerFolder': ({ body }) => {
        const { path } = body as { path: string[] }
        return {
          root: 0,
          path,
          folders: path.length === 0 ? ['rivera'] : [],
          files: 3,
          bytes: 10,
          more: false,
        }
      },
      'collect.collectFolder': () => ({ jobId: 12 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'From the server…' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(await dialog.findByRole('button', { name: 'rivera' }))
    fireEvent.click(await dialog.findByRole('button', { name: 'Collect rivera' }))
    await screen.findByText('Laptop: the folder is being copied, job 12')
    expect(asked('collect.collectFolder')[0]).toMatchObject({
      params: { sourceId: '4' },
      body: { root: 0, path: ['rivera'] },
    })
  })

  it('are denied to reviewers, with who can grant it, and only looked at by review managers', async () => {
    await start('Reviewer', '/overview/collect')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/no access to Collect.*project manager/)
    cleanup()
    await desk.close()
    await start('ReviewManager', '/overview/collect')
    await screen.findByRole('table', { name: 'Sources' })
    expect(screen.queryByText('Add material')).toBeNull()
    expect(screen.queryByRole('button', { name: 'New source' })).toBeNull()
  })
})

describe('uploading', () => {
  it('[rest-any-project-local-upload] [job-action-auto-process] takes files of any type with their folders and times, as one upload and one job', async () => {
    await start('LitigationSupport', '/overview/collect', taking())
    const inFolder = (path: string) => {
      const file = mail(path.split('/').at(-1) ?? '')
      Object.defineProperty(file, 'webkitRelativePath', { value: path })
      return file
    }
    await pick(
      [inFolder('Mail/a.eml'), inFolder('Mail/2024/b.dwg'), new File([], 'empty.bin', { lastModified: 0 })],
      'Folder to bring in',
    )
    await screen.findByText(/^3 files,/)
    await send()
    const link = await screen.findByRole('link', { name: 'Job 7' })
    expect(link.getAttribute('href')).toBe('/project/allJobs?project=11&job=7')
    expect(names('collect.beginUpload').sort()).toEqual(['Mail/2024/b.dwg', 'Mail/a.eml', 'empty.bin'])
    expect(asked('collect.beginUpload').map(({ body }) => body)).toContainEqual({
      sourceId: 4,
      fileName: 'Mail/a.eml',
      size: 24,
      modifiedAt: '2025-01-02T03:04:05.000Z',
    })
    expect(asked('collect.processSource').map(({ body }) => body)).toEqual([{ ifAutomatic: true }])
    const keys = asked('collect.finishUpload').map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(3)
    await screen.findByText('3 files: 3 files arrived; being processed')
  })

  it('reads what is dropped on a source, folder by folder, and says what could not be read', async () => {
    await start('LitigationSupport', '/overview/collect', taking())
    const fileEntry = (name: string) => ({
      isFile: true,
      isDirectory: false,
      name,
      file: (take: (file: File) => void) => take(mail(name)),
    })
    const broken = { ...fileEntry('gone.eml'), file: (_: unknown, fail: () => void) => fail() }
    const folder = (name: string, portions: object[][]) => ({
      isFile: false,
      isDirectory: true,
      name,
      createReader: () => {
        const left = [...portions]
        return { readEntries: (take: (entries: object[]) => void) => take(left.shift() ?? []) }
      },
    })
    // Browsers tell a folder in portions.
    const closed = {
      ...folder('closed', []),
      createReader: () => ({ readEntries: (_: unknown, fail: () => void) => fail() }),
    }
    const tree = folder('maildir', [
      [fileEntry('1.eml'), folder('sub', [[fileEntry('3.eml'), broken]]), closed],
      [fileEntry('2.eml')],
    ])
    const row = (await screen.findByRole('table', { name: 'Sources' })).querySelector('tbody tr')
    fireEvent.drop(row as Element, {
      dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => tree }] },
    })
    await screen.findByText(/^3 files,/)
    expect(
      screen.getByText(/Could not be read, and is left out: maildir\/closed\/, maildir\/sub\/gone\.eml$/),
    ).toBeTruthy()
    await send()
    // Once it is handed over, it still has not arrived.
    await screen.findByText('5 chosen = 3 arrived + 0 there before + 2 did not arrive')
    await screen.findByText('maildir: 3 files arrived, 2 could not be read here; being processed')
    expect(screen.queryByText(/Could not be read, and is left out/)).toBeNull()
    expect(screen.queryByText(/Arrived whole/)).toBeNull()
    screen.getByText('2 could not be read by this browser, and were not sent')
    screen.getByText('maildir/sub/gone.eml')
    screen.getByText('maildir/closed/ (a folder: nothing that is in it came)')
    expect(asked('collect.processSource')[0]?.body).toEqual({ ifAutomatic: true, unread: 2 })
    expect(names('collect.beginUpload').sort()).toEqual([
      'maildir/1.eml',
      'maildir/2.eml',
      'maildir/sub/3.eml',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Clear finished' }))
    await waitFor(() => expect(screen.queryByText('maildir/sub/gone.eml')).toBeNull())
  })

  it('tells folders that hold nothing: no file says that they were there', async () => {
    await start('LitigationSupport', '/overview/collect', taking())
    await screen.findByRole('table', { name: 'Sources' })
    const folder = (name: string, inside: object[]) => ({
      isFile: false,
      isDirectory: true,
      name,
      createReader: () => {
        const left = [inside]
        return { readEntries: (take: (entries: object[]) => void) => take(left.shift() ?? []) }
      },
    })
    const tree = folder('Desk', [folder('Empty', []), folder('Old', [folder('2019', [])])])
    fireEvent.drop(screen.getByText('Drop files and folders here'), {
      dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => tree }] },
    })
    await screen.findByText(
      /^2 folders with nothing in them, of which nothing is sent: Desk\/Empty\/, Desk\/Old\/2019\/$/,
    )
    expect(screen.queryByText('Nothing chosen yet.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('Nothing chosen yet.')
  })

  it('says that files wait only where any do: what was there before may be processed', async () => {
    let waiting = 0
    const one = { sourceFileId: 1, path: ['one.eml'], size: letter.length, sha256: mailSha256 }
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.listSources': () => list([{ ...laptop, files: 1, waiting }]),
        'collect.listSourceFiles': () => list([{ ...one, modifiedAt: null, arrivedAt: at, jobId: 3 }]),
        'collect.processSource': () => ({ jobId: null }),
      }),
    )
    await pick([mail('one.eml')])
    await send()
    await screen.findByText('1 chosen = 0 arrived + 1 there before + 0 did not arrive')
    expect(screen.queryByText('Waits to be processed')).toBeNull()
    waiting = 1
    await pick([mail('one.eml')])
    await send()
    expect(await screen.findAllByText('Waits to be processed')).not.toEqual([])
  })

  it('where nothing of a drop could be read, say so until it is cleared', async () => {
    await start('LitigationSupport', '/overview/collect', taking())
    await screen.findByRole('table', { name: 'Sources' })
    const nameless = { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => null }
    const odd = { isFile: false, isDirectory: false, name: 'socket' }
    fireEvent.drop(screen.getByText('Drop files and folders here'), {
      dataTransfer: { files: [], items: [nameless, { kind: 'file', webkitGetAsEntry: () => odd }] },
    })
    await screen.findByText(/Could not be read, and is left out: something without a name, socket/)
    screen.getByText(/^0 files,/)
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('Nothing chosen yet.')
  })

  it('where nothing of a drop could be read, that can be put on the record', async () => {
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({ 'collect.processSource': () => ({ jobId: null }) }),
    )
    await screen.findByRole('table', { name: 'Sources' })
    const odd = { isFile: false, isDirectory: false, name: 'socket' }
    fireEvent.drop(screen.getByText('Drop files and folders here'), {
      dataTransfer: { files: [], items: [{ kind: 'file', webkitGetAsEntry: () => odd }] },
    })
    await screen.findByText(/^Nothing of this can be sent\./)
    fireEvent.click(screen.getByRole('button', { name: 'Put on the record' }))
    await screen.findByText('1 chosen = 0 arrived + 0 there before + 1 did not arrive')
    screen.getByText('Nothing arrived')
    expect(screen.queryByText('Waits to be processed')).toBeNull()
    expect(asked('collect.processSource').map(({ body }) => body)).toEqual([{ ifAutomatic: true, unread: 1 }])
    expect(asked('collect.beginUpload')).toEqual([])
  })

  it('[transport-upload-progress] sends the chunks from where the server stands', async () => {
    const sent: { offset: number; bytes: number }[] = []
    const upload = (received: number) => ({
      uploadId: 'u-1',
      by: 'Ada Northwind',
      own: true,
      replaces: null,
      fileName: 'one.eml',
      size: 24,
      received,
      sourceId: 4,
      createdAt: at,
    })
    // The browser's own way to send bytes with progress, answered here.
    class Xhr {
      readonly upload = {}
      status = 0
      response = new ArrayBuffer()
      onload: () => void = () => undefined
      private address = ''
      open(_method: string, url: string) {
        this.address = url
      }
      setRequestHeader() {
        return undefined
      }
      getResponseHeader() {
        return null
      }
      send(body: Blob) {
        sent.push({ offset: Number(new URL(this.address).searchParams.get('offset')), bytes: body.size })
        this.status = 200
        this.response = new TextEncoder().encode(JSON.stringify(upload(24))).buffer
        setTimeout(() => this.onload(), 0)
      }
    }
    vi.stubGlobal('XMLHttpRequest', Xhr)
    // Ten bytes have been there since the line was cut.
    await start('LitigationSupport', '/overview/collect', taking({ 'collect.beginUpload': () => upload(10) }))
    await pick([mail('one.eml')])
    await send()
    await screen.findByText(/^Arrived whole, 24 B$/)
    expect(sent).toEqual([{ offset: 10, bytes: 14 }])
  })

  it('does not send again what the source has, known by its path and its bytes', async () => {
    const there = (over: object) => ({
      ...{
        sourceFileId: 1,
        path: ['one.eml'],
        size: 24,
        sha256: mailSha256,
        modifiedAt: null,
        arrivedAt: at,
      },
      jobId: 3,
      ...over,
    })
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.listSourceFiles': () =>
          list([
            there({}),
            // Of the same path, size and time, and another file all the same.
            there({ sourceFileId: 2, path: ['two.eml'], sha256, modifiedAt: '2025-01-02T03:04:05.000Z' }),
          ]),
      }),
    )
    await pick([mail('one.eml'), mail('two.eml'), mail('three.eml')])
    await send()
    await screen.findByText('1 file there before')
    expect(names('collect.beginUpload').sort()).toEqual(['three.eml', 'two.eml'])
    expect(screen.getByText('3 chosen = 2 arrived + 1 there before + 0 did not arrive')).toBeTruthy()
  })

  it('takes files of one name, size and time for what they are: each is counted, and comes unless its bytes came', async () => {
    await start('LitigationSupport', '/overview/collect', taking())
    await pick([mail('report.doc', 'From the one drive.')])
    await pick([mail('report.doc', 'From the two drive.'), mail('report.doc', 'From the one drive.')])
    await screen.findByText(/^3 files,/)
    await send()
    await screen.findByText('3 chosen = 2 arrived + 1 there before + 0 did not arrive')
    const hashes = asked('collect.finishUpload').map(({ body }) => (body as { sha256: string }).sha256)
    expect(new Set(hashes).size).toBe(2)
    expect(names('collect.beginUpload')).toEqual(['report.doc', 'report.doc'])
  })

  it('one file that cannot be sent keeps no other from arriving', async () => {
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.beginUpload': (one) => {
          const { fileName } = one.body as { fileName: string }
          return fileName === 'two.eml'
            ? new Refusal(413, 'The file is larger than this project takes.', 'request.tooLarge')
            : taking()['collect.beginUpload']?.(one)
        },
      }),
    )
    await pick([mail('one.eml'), mail('two.eml'), mail('three.eml')])
    await send()
    await screen.findByText('2 files arrived')
    expect(screen.getByText('1 file could not be sent')).toBeTruthy()
    expect(screen.getByText('two.eml: The file is larger than this project takes.')).toBeTruthy()
    await screen.findByText('3 files: 2 files arrived, 1 file did not; being processed')
  })

  it('says what has arrived when the server fails for good, and goes on when told to', async () => {
    let broken = true
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.beginUpload': (one) =>
          broken
            ? new Refusal(403, 'Your role has changed.', 'forbidden')
            : taking()['collect.beginUpload']?.(one),
      }),
    )
    await pick([mail('one.eml')])
    await send()
    await screen.findByText(/Your role has changed\. What has arrived is kept/)
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
    await screen.findByRole('link', { name: 'Job 7' })
  })

  it('asks before the tab is left in which files are on their way, and not once they are there', async () => {
    const arrives = Promise.withResolvers<void>()
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.finishUpload': async () => {
          await arrives.promise
          return { sourceFileId: 1 }
        },
      }),
    )
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await pick([mail('first.eml')])
    expect(isAsked()).toBe(false)
    await send()
    await screen.findByRole('progressbar', { name: 'Upload of first.eml' })
    await waitFor(() => expect(asked('collect.finishUpload')).toHaveLength(1))
    expect(isAsked()).toBe(true)
    arrives.resolve()
    await screen.findByRole('link', { name: 'Job 7' })
    expect(isAsked()).toBe(false)
  })

  it('stops an upload that waits for its turn at once, and never sends it', async () => {
    let arrive: () => void = () => undefined
    const held = new Promise<void>((go) => {
      arrive = go
    })
    await start(
      'LitigationSupport',
      '/overview/collect',
      taking({
        'collect.beginUpload': async (one) => {
          await held
          return taking()['collect.beginUpload']?.(one)
        },
      }),
    )
    await pick([mail('first.eml')])
    await send()
    await screen.findByText('first.eml')
    await pick([mail('second.eml')])
    await send()
    const line = (name: string) =>
      within(screen.getByRole('progressbar', { name: `Upload of ${name}` }).closest('li') as HTMLElement)
    await waitFor(() => line('second.eml'))
    line('second.eml').getByRole('button', { name: 'Stop' }).focus()
    fireEvent.click(line('second.eml').getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(line('second.eml').getByRole('button', { name: 'Go on' })).toBeTruthy())
    // With the button that was pressed goes no focus: it is on what has come in its place.
    expect(document.activeElement).toBe(line('second.eml').getByRole('button', { name: 'Go on' }))
    arrive()
    await screen.findByRole('link', { name: 'Job 7' })
    await desk.rest()
    expect(names('collect.beginUpload')).toEqual(['first.eml'])
    fireEvent.click(line('second.eml').getByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(asked('collect.finishUpload')).toHaveLength(2))
    await desk.rest()
    const clear = screen.getByRole('button', { name: 'Clear finished' })
    clear.focus()
    fireEvent.click(clear)
    await waitFor(() => expect(screen.queryByText(/Arrived whole/)).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})

describe('processing', () => {
  it('[jobs-type-processing] shows what waits, and has it processed', async () => {
    await start('LitigationSupport', '/overview/process', {
      'collect.listSources': () =>
        list([
          { ...laptop, autoProcess: false, files: 300, waiting: 300 },
          { ...laptop, sourceId: 5, name: 'Phone' },
        ]),
      'collect.processSource': () => ({ jobId: 9 }),
    })
    const table = await screen.findByRole('table', { name: 'Sources with files that wait' })
    expect(within(table).queryByText('Phone')).toBeNull()
    fireEvent.click(within(table).getByRole('button', { name: 'Process Laptop' }))
    await screen.findByText('Laptop: being processed, job 9')
  })

  it('draws the reconciliation of its jobs with their numbers', async () => {
    const reconciliation = {
      itemsIn: 400,
      promoted: 345,
      waiting: 5,
      duplicates: 40,
      deNisted: 0,
      containers: 1,
      exceptions: 9,
      inlineImages: 0,
      filtered: 0,
      unexplained: 0,
      notRead: { files: 0, bytes: 0 },
    }
    await start('LitigationSupport', '/overview/process/reconciliation', {
      'jobs.list': () => list([job({ reconciliation: reconciliation })]),
    })
    const section = (await screen.findByRole('heading', { name: 'By import' })).closest('section')
    expect(section?.textContent).toContain('400 in345 documents5 waiting40 duplicates1 container9 failed')
  })

  it('shows new exceptions as the import finds them', async () => {
    const rows: unknown[] = []
    let count = 0
    await start('LitigationSupport', '/overview/process/exceptions', {
      'project.report': () => ({
        documents: 400,
        families: 300,
        coded: 0,
        custodians: 1,
        exceptions: count,
        openExceptions: count,
        duplicatesSuppressed: 0,
        withoutText: 0,
        byRecordType: [],
        byMonth: [],
        byCustodian: [],
        jobs: { running: 1, queued: 0, failed: 0 },
        recent: [],
      }),
      'collect.listExceptions': () => list(rows),
    })
    await screen.findByRole('heading', { name: 'No exceptions' })
    rows.push({ ...unread, exceptionId: 6, path: ['inbox.mbox', 'late.zip'] })
    count = 1
    await act(() => desk.app.dispatch(projectReport.request({ projectId: 11 })))
    await screen.findByRole('link', { name: 'Download late.zip' })
  })

  it('shows what could not be read to who may only look, with its reason and its bytes', async () => {
    await start('ReviewManager', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([unread]),
    })
    const table = await screen.findByRole('table', { name: 'Exceptions' })
    expect(within(table).getByText('Encrypted')).toBeTruthy()
    expect(within(table).getByText('A password is needed.')).toBeTruthy()
    expect(within(table).getByText('2.00 KB')).toBeTruthy()
    const link = within(table).getByRole('link', { name: 'Download secret.zip' })
    expect(link.getAttribute('href')).toBe('/rest/project/exceptions/5/bytes?projectId=11')
    expect(within(table).queryByRole('checkbox')).toBeNull()
  })

  it('gives all exceptions as a file, those of the project or of the job that is looked at', async () => {
    await start('ReviewManager', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([unread]),
    })
    const file = await screen.findByRole('link', { name: 'All exceptions as CSV' })
    expect(file.getAttribute('href')).toBe('/rest/project/exceptions.csv?projectId=11')
    expect(file.hasAttribute('download')).toBe(true)
    cleanup()
    desk.mount(
      <MemoryRouter>
        <ExceptionsTable projectId={11} jobId={7} asOf="" />
      </MemoryRouter>,
    )
    const ofJob = await screen.findByRole('link', { name: 'All exceptions as CSV' })
    expect(ofJob.getAttribute('href')).toBe('/rest/project/exceptions.csv?projectId=11&jobId=7')
  })

  it('narrows the exceptions by kind and by what was done about them', async () => {
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': ({ query }) => list(query.code === 'corrupt' ? [] : [unread]),
    })
    await screen.findByRole('table', { name: 'Exceptions' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Resolution' }), { target: { value: 'open' } })
    await waitFor(() => expect(asked('collect.listExceptions').at(-1)?.query.resolution).toBe('open'))
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'corrupt' } })
    await screen.findByRole('heading', { name: 'None of this kind' })
    expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({
      code: 'corrupt',
      resolution: 'open',
    })
  })

  it('counts the exceptions by kind and by custodian; each narrows the list and the file to what it counts', async () => {
    const of = { about: 'document', severity: 'medium', resolution: 'open', count: 1 }
    await start('ReviewManager', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([unread]),
      'collect.exceptionFigures': () => ({
        ...list([
          { ...of, code: 'textTruncated', custodianId: 3, custodian: 'Rivera, Luz', count: 5 },
          { ...of, code: 'ocrFailed', custodianId: 3, custodian: 'Rivera, Luz', resolution: 'accepted' },
          { ...of, code: 'corrupt', about: 'item', custodianId: 4, custodian: 'Chen, Wei', count: 2 },
        ]),
        lastAccepted: null,
      }),
    })
    const kinds = within(await screen.findByRole('list', { name: 'Exceptions by kind' }))
    const people = within(screen.getByRole('list', { name: 'Exceptions by custodian' }))
    const said = (within: typeof kinds) => within.getAllByRole('button').map((one) => one.textContent)
    expect(said(kinds)).toEqual([
      'Damaged2 open2',
      'Text5 open · 1 resolved6',
      'OCR failed1 resolved1',
      'Text not complete5 open5',
    ])
    expect(said(people)).toEqual(['Rivera, Luz5 open · 1 resolved6', 'Chen, Wei2 open2'])
    const file = () => screen.getByRole('link', { name: /exceptions as CSV$/ }).getAttribute('href')
    fireEvent.click(kinds.getByRole('button', { name: /^Text\s*5/ }))
    await waitFor(() =>
      expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({ category: 'Text' }),
    )
    expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveProperty('value', 'category:Text')
    expect(said(people)).toEqual(['Rivera, Luz5 open · 1 resolved6'])
    fireEvent.click(people.getByRole('button', { name: /^Rivera/ }))
    await waitFor(() =>
      expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({ custodianId: '3' }),
    )
    expect(file()).toBe('/rest/project/exceptions.csv?projectId=11&category=Text&custodianId=3')
    expect(said(kinds)).toEqual([
      'Text5 open · 1 resolved6',
      'OCR failed1 resolved1',
      'Text not complete5 open5',
    ])
    // Chosen once more, it leaves nothing out.
    fireEvent.click(people.getByRole('button', { name: /^Rivera/, pressed: true }))
    fireEvent.click(kinds.getByRole('button', { name: /^Text not complete/ }))
    await waitFor(() =>
      expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({ code: 'textTruncated' }),
    )
    expect(asked('collect.listExceptions').at(-1)?.query).not.toHaveProperty('category')
    expect(file()).toBe('/rest/project/exceptions.csv?projectId=11&code=textTruncated')
    fireEvent.change(screen.getByRole('combobox', { name: 'About' }), { target: { value: 'item' } })
    expect(said(kinds)).toEqual(['Damaged2 open2'])
    expect(file()).toBe('/rest/project/exceptions.csv?projectId=11&about=item&code=textTruncated')
  })

  it('lists what did not come in where the figure of what failed leads', async () => {
    const failed = flowStages.find(({ key }) => key === 'exceptions')?.items
    await start('ReviewManager', failed !== undefined && 'path' in failed ? failed.path : '', {
      'collect.listExceptions': () => list([unread]),
    })
    const about = await screen.findByRole('combobox', { name: 'About' })
    expect(about).toHaveProperty('value', 'item')
    expect(new Set(asked('collect.listExceptions').map(({ query }) => query.about))).toEqual(
      new Set(['item']),
    )
    const file = screen.getByRole('link', { name: 'These exceptions as CSV' })
    expect(file.getAttribute('href')).toBe('/rest/project/exceptions.csv?projectId=11&about=item')
    fireEvent.change(about, { target: { value: 'all' } })
    await waitFor(() => expect(asked('collect.listExceptions').at(-1)?.query).not.toHaveProperty('about'))
  })

  it('accepts those that are chosen, with a reason, and lists them anew', async () => {
    let resolution = 'open'
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () =>
        list([
          { ...unread, resolution, note: resolution === 'open' ? '' : 'Not relevant.' },
          { ...unread, exceptionId: 6, path: ['other.zip'] },
        ]),
      'collect.acceptExceptions': () => {
        resolution = 'accepted'
        return { accepted: 1 }
      },
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose secret.zip' }))
    fireEvent.click(screen.getByRole('button', { name: 'Accept…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 1 exception' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await dialog.findByText('Say why: it stays on the record.')
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Not relevant.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText('1 exception accepted')
    await screen.findByText('Not relevant.')
    expect(asked('collect.acceptExceptions')[0]?.body).toEqual({ exceptionIds: [5], note: 'Not relevant.' })
    expect(screen.queryByRole('group', { name: /^What is done about/ })).toBeNull()
  })

  it('offers at the end of its row what can be done about an exception, by keys, and goes on at that row', async () => {
    let resolution = 'open'
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () =>
        list([
          { ...unread, resolution },
          { ...unread, exceptionId: 6, path: ['other.zip'], resolution: 'accepted' },
        ]),
      'collect.acceptExceptions': () => {
        resolution = 'accepted'
        return { accepted: 1 }
      },
    })
    const row = within(await screen.findByRole('row', { name: /secret\.zip/ }))
    row.getByRole('button', { name: 'Actions for secret.zip' }).focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' })
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      'Accept…',
      'Retry',
      'Add a password and retry…',
      'Replace by a file…',
    ])
    fireEvent.click(menu.getByRole('menuitem', { name: 'Accept…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 1 exception' }))
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Not relevant.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText('1 exception accepted')
    expect(asked('collect.acceptExceptions')[0]?.body).toEqual({ exceptionIds: [5], note: 'Not relevant.' })
    // It is settled: nothing is left to be done about it, and about the one below nothing was.
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Choose secret.zip' })),
    )
  })

  it('lists what the address says, and says in the address what is listed', async () => {
    const { path, query } = await start(
      'ReviewManager',
      '/overview/process/exceptions?resolution=resolved&custodianId=3&severity=none',
      { 'collect.listExceptions': () => list([unread]) },
    )
    await screen.findByRole('table', { name: 'Exceptions' })
    expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({
      resolution: 'resolved',
      custodianId: '3',
    })
    // What the address says wrongly leaves nothing out.
    expect(asked('collect.listExceptions').at(-1)?.query).not.toHaveProperty('severity')
    fireEvent.change(screen.getByRole('combobox', { name: 'Resolution' }), { target: { value: 'all' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Severity' }), { target: { value: 'low' } })
    await waitFor(() =>
      expect(asked('collect.listExceptions').at(-1)?.query).toMatchObject({ severity: 'low' }),
    )
    expect(path()).toBe('/overview/process/exceptions')
    expect(query()).toBe('?severity=low&custodianId=3')
  })

  it('says how many are open, accepts all that are listed as one act, and who signed off once none is', async () => {
    let resolution = 'open'
    const figure = (code: string, severity: string, count: number) => ({
      ...{ code, severity, about: 'item', custodianId: 3, custodian: 'Rivera, Luz', resolution, count },
    })
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([{ ...unread, resolution }]),
      'collect.exceptionFigures': () => ({
        ...list([figure('encrypted', 'high', 3), figure('zeroByte', 'low', 1200)]),
        lastAccepted: resolution === 'open' ? null : { by: 'Ada Marsh', at },
      }),
      'collect.acceptExceptions': () => {
        resolution = 'accepted'
        return { accepted: 3 }
      },
    })
    await screen.findByText('1,203 exceptions: 1,203 open, 0 resolved (0 replaced, 0 accepted).')
    await screen.findByRole('cell', { name: 'High' })
    fireEvent.change(screen.getByRole('combobox', { name: 'Severity' }), { target: { value: 'high' } })
    await waitFor(() => expect(asked('collect.listExceptions').at(-1)?.query.severity).toBe('high'))
    await screen.findByText('3 exceptions: 3 open, 0 resolved (0 replaced, 0 accepted).')
    expect(screen.getByRole('link', { name: 'These exceptions as CSV' }).getAttribute('href')).toBe(
      '/rest/project/exceptions.csv?projectId=11&severity=high',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Accept all 3 open ones…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 3 exceptions' }))
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Not relevant.' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText(
      /^3 exceptions: 0 open, 3 resolved \(0 replaced, 3 accepted\)\. None is open; signed off last by Ada Marsh/,
    )
    expect(asked('collect.acceptExceptions')[0]?.body).toEqual({
      matching: { severity: 'high', seen: 3 },
      note: 'Not relevant.',
    })
    expect(screen.queryByRole('button', { name: /^Accept all/ })).toBe(null)
  })

  it('adds a password and has the job try again; the password stands in no event', async () => {
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([unread]),
      'processing.changeSettings': ({ body }) => body,
      'jobs.retry': () => job({ state: 'Queued' }),
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose secret.zip' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add a password and retry…' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Password/), { target: { value: 'geheim 1' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add and retry' }))
    await screen.findByText('The password is kept; 1 job tries again what was chosen')
    expect(asked('processing.changeSettings')[0]?.body).toMatchObject({ passwords: ['geheim 1', 'tulip'] })
    expect(asked('jobs.retry')[0]?.body).toEqual({ jobId: 7, exceptionIds: [5] })
    const log = await desk.app.log('account')?.read({ after: 0, limit: 1e4 })
    expect(JSON.stringify(log)).toContain('processing.passwordAdded')
    expect(JSON.stringify(log)).not.toContain('geheim')
  })

  it('lists what is no document of its own, each with where it was; a figure of the flow leads there', async () => {
    const none = { documentId: null, controlNumber: null, list: null }
    const base = { jobId: 7, sourceId: 4, source: 'Laptop', custodian: 'Rivera', ...none, at }
    const driver = {
      ...{ ...base, leftOutId: 1, path: ['share.zip', 'bin', 'driver.sys'], size: 2048 },
      ...{ sha256: 'ab'.repeat(32), list: 'NSRL 2026.1' },
    }
    const share = { ...base, leftOutId: 2, path: ['share.zip'], size: null, sha256: null }
    const copy = {
      ...{ ...base, leftOutId: 3, path: ['box.mbox', 'message@7'], size: null, sha256: null },
      ...{ documentId: 31, controlNumber: 'NWI-00000031' },
    }
    const logo = { ...base, leftOutId: 4, path: ['a.eml', 'logo.png'], size: 10, sha256, documentId: 32 }
    const rows = { known: [driver], container: [share], duplicate: [copy], inlineImage: [logo] }
    const reconciled = { known: 3, container: 1, duplicate: 2, inlineImage: 1 }
    await start('LitigationSupport', '/overview/process/suppressed?kind=known-files', {
      'leftOut.list': ({ query }) => {
        const kind = query.kind as keyof typeof rows
        return { data: rows[kind], totalCount: rows[kind].length, reconciled: reconciled[kind] }
      },
    })
    const row = await screen.findByRole('row', { name: /driver\.sys/ })
    for (const told of ['in share.zip › bin', 'NSRL 2026.1', 'Laptop', 'Rivera', '2.00 KB'])
      expect(row.textContent).toContain(told)
    await screen.findByText(/^2 more items came in with an earlier version/)
    const csv = screen.getByRole('link', { name: 'De-NISTed files as CSV' })
    expect(csv.getAttribute('href')).toBe('/rest/project/left-out.csv?projectId=11&kind=known')
    const choose = (value: string) =>
      fireEvent.change(screen.getByRole('combobox', { name: 'What' }), { target: { value } })
    choose('duplicate')
    const link = await screen.findByRole('link', { name: 'NWI-00000031' })
    expect(link.getAttribute('href')).toBe('/overview/review')
    await screen.findByText(/^1 more item came in .* only how many documents were attached to it\.$/)
    choose('inlineImage')
    await screen.findByRole('link', { name: 'No control number yet' })
    expect(screen.getByRole('link', { name: 'Inline images as CSV' }).getAttribute('href')).toBe(
      '/rest/project/left-out.csv?projectId=11&kind=inlineImage',
    )
    expect(screen.queryByText(/earlier version/)).toBe(null)
    expect(flowStages.map(({ key, items }) => ['path' in items && items.path, key])).toEqual(
      expect.arrayContaining([
        ['/overview/process/suppressed?kind=known-files', 'deNisted'],
        ['/overview/process/suppressed?kind=containers', 'containers'],
        ['/overview/process/exceptions?about=item', 'exceptions'],
        ['/overview/process/suppressed?kind=duplicates', 'duplicates'],
        ['/overview/process/suppressed?kind=inline-images', 'inlineImages'],
      ]),
    )
  })

  it('tries a document that is locked again with a password, and no other document', async () => {
    const locked = { ...unread, exceptionId: 8, documentId: 31, code: 'encrypted', path: ['plan.docx'] }
    const flawed = { ...unread, exceptionId: 9, documentId: 32, code: 'corrupt', path: ['half.doc'] }
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([locked, flawed]),
      'processing.changeSettings': ({ body }) => body,
      'jobs.retry': () => job({ state: 'Queued' }),
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose half.doc' }))
    expect(screen.queryByRole('button', { name: 'Add a password and retry…' })).toBe(null)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose plan.docx' }))
    fireEvent.click(screen.getByRole('button', { name: 'Add a password and retry…' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Password/), { target: { value: 'geheim 1' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Add and retry' }))
    await waitFor(() => expect(asked('jobs.retry')[0]?.body).toEqual({ jobId: 7, exceptionIds: [8] }))
    expect(asked('processing.changeSettings')[0]?.body).toMatchObject({ passwords: ['geheim 1', 'tulip'] })
  })

  it('puts a file in place of one that cannot be read, and has it processed', async () => {
    let resolution = 'open'
    await start(
      'LitigationSupport',
      '/overview/process/exceptions',
      taking({
        'collect.listExceptions': () => list([{ ...unread, resolution }]),
        'collect.finishUpload': () => {
          resolution = 'replaced'
          return { sourceFileId: 2 }
        },
      }),
    )
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose secret.zip' }))
    fireEvent.click(screen.getByRole('button', { name: 'Replace by a file…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace secret.zip' }))
    expect(dialog.getByText(/^The file comes in as a document in the place of this item/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
    await dialog.findByText('Choose the file that takes its place.')
    await pick([mail('open.zip')], 'File that takes its place')
    fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
    await waitFor(() =>
      expect(within(screen.getByRole('table', { name: 'Exceptions' })).getByText('Replaced')).toBeTruthy(),
    )
    expect(asked('collect.beginUpload')[0]?.body).toMatchObject({
      sourceId: 4,
      fileName: 'open.zip',
      replaces: 5,
    })
    // It alone: what else waits in the source was not asked for.
    expect(asked('collect.processSource')[0]?.body).toEqual({ ifAutomatic: false, sourceFileId: 2 })
  })
})

describe('a file in the place of a document’s own', () => {
  const locked = {
    ...unread,
    exceptionId: 8,
    documentId: 31,
    code: 'encrypted',
    path: ['mail.eml', 'plan.docx'],
  }
  const choose = async (file: File) => {
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose plan.docx' }))
    fireEvent.click(screen.getByRole('button', { name: 'Replace by a file…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace plan.docx' }))
    expect(dialog.getByText(/keeps its number, family, dates and coding/)).toBeTruthy()
    await pick([file], 'File that takes its place')
    fireEvent.click(dialog.getByRole('button', { name: 'Replace' }))
  }

  it('shows how far it is, and can be stopped and go on', async () => {
    const arrives = Promise.withResolvers<void>()
    await start(
      'LitigationSupport',
      '/overview/process/exceptions',
      taking({
        'collect.listExceptions': () => list([locked]),
        'collect.finishUpload': async () => {
          await arrives.promise
          return { sourceFileId: 2 }
        },
      }),
    )
    await choose(mail('open.docx'))
    const row = within(await screen.findByRole('list', { name: 'Files on their way' }))
    row.getByRole('progressbar', { name: 'Upload of open.docx' })
    fireEvent.click(row.getByRole('button', { name: 'Stop' }))
    arrives.resolve()
    fireEvent.click(await row.findByRole('button', { name: 'Go on' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Files on their way' })).toBeNull())
    expect(asked('collect.processSource')[0]?.body).toEqual({ ifAutomatic: false, sourceFileId: 2 })
  })

  it('may be for one entry of an archive alone, where the exception is about that', async () => {
    const half = {
      ...locked,
      code: 'containerPartial',
      path: ['mail.eml', 'half.zip'],
      entry: 'in/plan.docx',
    }
    const answers = taking({ 'collect.listExceptions': () => list([half]) })
    await start('LitigationSupport', '/overview/process/exceptions', answers)
    const dialog = async () => {
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose half.zip' }))
      fireEvent.click(screen.getByRole('button', { name: 'Replace by a file…' }))
      return within(await screen.findByRole('dialog', { name: 'Replace half.zip' }))
    }
    const own = await dialog()
    // Which of the two is asked, and not guessed.
    const send = own.getByRole<HTMLButtonElement>('button', { name: 'Replace' })
    await pick([mail('plan.docx')], 'File that takes its place')
    expect(own.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false)
    expect(send.disabled).toBe(true)
    fireEvent.submit(send)
    fireEvent.click(own.getByRole('radio', { name: /^The archive as a whole/ }))
    expect(own.getByText(/^The file becomes the document’s own/)).toBeTruthy()
    fireEvent.click(own.getByRole('radio', { name: 'Only “in/plan.docx” in it' }))
    expect(own.getByText(/^The file comes in as a document in this archive/)).toBeTruthy()
    expect(asked('collect.beginUpload')).toEqual([])
    fireEvent.click(send)
    await waitFor(() => expect(asked('collect.processSource')).toHaveLength(1))
    expect(asked('collect.finishUpload')[0]?.body).toMatchObject({ entry: true })
  })

  it('is still the document’s where the last one that was sent for it could not be read', async () => {
    const failed = { ...locked, documentId: null, becomes: 31, code: 'zeroByte', stage: 'parse' }
    await start('LitigationSupport', '/overview/process/exceptions', {
      'collect.listExceptions': () => list([failed]),
    })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose plan.docx' }))
    fireEvent.click(screen.getByRole('button', { name: 'Replace by a file…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace plan.docx' }))
    expect(dialog.getByText(/the document is as it was\. The file becomes the document’s own/)).toBeTruthy()
    expect(dialog.queryByText(/comes in as a document/)).toBeNull()
  })

  /** As a page that is loaded anew leaves it: begun, and the bytes are not at hand. */
  const cut = () =>
    act(() =>
      desk.app.dispatch(
        queueUpload({
          ...{ uploadKey: 'cut', projectId: 11, sourceId: 4, title: 'open.docx', files: 1, bytes: 24 },
          replaces: locked.exceptionId,
          entry: false,
          continues: null,
          unread: { count: 0, paths: [] },
        }),
      ),
    )

  it('whose way was cut does not come in as a file of its own', async () => {
    const left = {
      uploadId: 'u-9',
      sourceId: 4,
      fileName: 'open.docx',
      size: 24,
      received: 12,
      createdAt: at,
    }
    await start(
      'LitigationSupport',
      '/overview/collect?source=4',
      taking({
        'collect.listSources': () => list([laptop]),
        'collect.listUploads': () =>
          list([{ ...left, by: 'Ada Northwind', own: true, replaces: locked.exceptionId }]),
      }),
    )
    await cut()
    await screen.findByText(/^Cut off: 1 file/)
    expect(screen.getAllByText(/^It is to take the place of an exception\. Replace that/)).toHaveLength(2)
    await pick([mail('open.docx')])
    await send()
    await screen.findByText(/^Arrived whole/)
    // It was another file of that name.
    expect(screen.getByText(/^Cut off: 1 file/)).toBeTruthy()
  })

  it.each(['this tab', 'one that is closed'])(
    'goes on where it was cut in %s when the exception is replaced by it again',
    async (tab) => {
      await start(
        'LitigationSupport',
        '/overview/process/exceptions',
        taking({ 'collect.listExceptions': () => list([locked]) }),
      )
      await cut()
      if (tab !== 'this tab')
        await act(() => allSettled(tabNamed, { scope: desk.app.scope, params: 'another-tab' }))
      await choose(mail('open.docx'))
      await waitFor(() => expect(asked('collect.processSource')).toHaveLength(1))
      const kept = desk.app.scope.getState(collect.$state).uploads
      expect(Object.values(kept).map(({ phase }) => phase)).toEqual(['finished'])
    },
  )

  it('says why the server does not take it', async () => {
    const message = 'The document has this very file already. Choose another one.'
    await start(
      'LitigationSupport',
      '/overview/process/exceptions',
      taking({
        'collect.listExceptions': () => list([locked]),
        'collect.finishUpload': () => new Refusal(409, message),
      }),
    )
    await choose(mail('plan.docx'))
    await screen.findByText(`plan.docx: ${message}`)
    expect(asked('collect.processSource')).toEqual([])
  })
})

describe('the settings of processing', () => {
  const form = async () => within(await screen.findByRole('form', { name: 'Processing settings' }))
  const kept = { ...defaultProcessing, passwords: ['tulip'], version: 3 }

  it('are saved with passwords one a line, hidden until they are asked for', async () => {
    await start('LitigationSupport', '/overview/process/settings', {
      'processing.changeSettings': ({ body }) => body,
    })
    const settings = await form()
    expect(settings.getByDisplayValue('1 password, hidden')).toBeTruthy()
    expect(settings.queryByDisplayValue('tulip')).toBeNull()
    expect(settings.getByText(/the time zone of the project, America\/New_York/)).toBeTruthy()
    expect(settings.getByRole('link', { name: 'project settings' })).toBeTruthy()
    fireEvent.click(settings.getByRole('button', { name: 'Show the passwords' }))
    fireEvent.change(settings.getByLabelText('Passwords, one a line'), {
      target: { value: 'tulip\n geheim \n\ntulip' },
    })
    fireEvent.change(settings.getByLabelText('Nesting, levels'), { target: { value: '99' } })
    const languages = within(settings.getByRole('group', { name: 'Languages of text recognition' }))
    const language = (name: string) => languages.getByRole<HTMLInputElement>('checkbox', { name })
    expect(languages.getAllByRole('checkbox', { checked: true })).toEqual([language('English')])
    fireEvent.click(language('English'))
    fireEvent.click(settings.getByRole('button', { name: 'Save the settings' }))
    await settings.findByText('A whole number from 1 to 50.')
    expect(settings.getByText('Choose one language at least.')).toBeTruthy()
    expect(asked('processing.changeSettings')).toHaveLength(0)
    fireEvent.click(language('German'))
    fireEvent.click(language('English'))
    fireEvent.click(languages.getByRole('checkbox', { name: /when the import that brings them ends$/ }))
    fireEvent.change(settings.getByLabelText('Nesting, levels'), { target: { value: '30' } })
    fireEvent.change(settings.getByLabelText(/^Duplicates/), { target: { value: 'custodial' } })
    fireEvent.change(settings.getByLabelText(/^De-NISTing/), { target: { value: 'exclude' } })
    fireEvent.change(settings.getByLabelText(/^Images in messages/), { target: { value: 'all' } })
    fireEvent.change(settings.getByLabelText(/^Copies that differ in BCC/), { target: { value: 'yes' } })
    fireEvent.click(settings.getByRole('button', { name: 'Save the settings' }))
    await waitFor(() => expect(asked('processing.changeSettings')).toHaveLength(1))
    expect(asked('processing.changeSettings')[0]?.body).toEqual({
      ...kept,
      dedupe: 'custodial',
      deNist: 'exclude',
      inlineImages: 'all',
      compareBcc: true,
      ocrLanguages: ['en', 'de'],
      autoOcr: true,
      depth: 30,
      // Blanks may belong to a password; empty lines and repetitions do not count.
      passwords: ['tulip', ' geheim '],
    })
  })

  it('are not saved over what somebody else has changed meanwhile: both changes are saved once one has seen it', async () => {
    let now = kept
    await start('LitigationSupport', '/overview/process/settings', {
      'processing.settings': () => now,
      'processing.changeSettings': ({ body }) => {
        const wanted = body as typeof kept
        if (wanted.version !== now.version)
          return new Refusal(409, 'Somebody has changed the settings.', 'conflict', {}, 'version')
        now = { ...wanted, version: now.version + 1 }
        return now
      },
    })
    const settings = await form()
    now = { ...kept, itemSeconds: 120, version: 4 }
    fireEvent.change(settings.getByLabelText('Nesting, levels'), { target: { value: '30' } })
    fireEvent.click(settings.getByRole('button', { name: 'Save the settings' }))
    await settings.findByText(/Somebody has changed the settings\. Their changes are in the form now/)
    expect(now).toMatchObject({ depth: kept.depth, itemSeconds: 120, version: 4 })
    fireEvent.click(settings.getByRole('button', { name: 'Save the settings' }))
    await settings.findByText('The settings are saved.')
    expect(now).toMatchObject({ depth: 30, itemSeconds: 120, version: 5 })
  })

  it('say why they could not be had or kept', async () => {
    let broken = true
    await start('LitigationSupport', '/overview/process/settings', {
      'processing.settings': () => (broken ? new Refusal(400, 'The settings are locked.') : kept),
      'processing.changeSettings': () => new Refusal(400, 'That cannot be kept.'),
    })
    const alert = (await screen.findByText('The settings are locked.')).closest('[role=alert]') as HTMLElement
    broken = false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    const settings = await form()
    fireEvent.change(settings.getByLabelText('Nesting, levels'), { target: { value: '21' } })
    fireEvent.click(settings.getByRole('button', { name: 'Save the settings' }))
    await settings.findByText('That cannot be kept.')
  })
})
