// @vitest-environment jsdom
/** De-NIST lists on the screen Process: what each holds, and bringing one in. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { HashList } from '#contracts/hash-lists.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  desk.show('/overview/process/hash-lists')
  await screen.findByRole('heading', { name: 'De-NIST lists' })
}
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const known = (over: Partial<HashList> = {}): HashList => ({
  hashListId: 3,
  name: 'NSRL modern',
  version: '2026.09.1',
  fileName: 'NSRLFile.txt',
  size: 1000,
  received: 1000,
  state: 'ready',
  entries: 1234,
  kinds: ['sha1', 'sha256'],
  rejected: 2,
  jobId: 8,
  used: false,
  createdBy: 'Ada Northwind',
  createdAt: '2026-03-02T10:00:00.000Z',
  ...over,
})
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'De-NIST lists' })
  return within(table).getAllByRole('row').slice(1)
}
const choose = async (file: File, name?: string) => {
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^File/), { target: { files: [file] } })
  if (name !== undefined) fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: name } })
  fireEvent.click(dialog.getByRole('button', { name: 'Upload' }))
}

describe('lists of known files', () => {
  it('say what they hold and how far they are; one that a job has used stays', async () => {
    await start('LitigationSupport', {
      'hashLists.list': () =>
        list([
          known({ used: true }),
          known({ hashListId: 4, name: 'Cut', state: 'uploading', received: 250, entries: null, kinds: [] }),
          known({ hashListId: 5, name: 'Sorting', state: 'building', entries: null, kinds: [] }),
          known({ hashListId: 6, name: 'Letters', state: 'failed', entries: null, kinds: [] }),
        ]),
    })
    const [used, cut, sorting, failed] = await rows()
    expect(used?.textContent).toContain('1,234 hashesSHA-1, SHA-256 · 2 lines without one')
    expect(used?.textContent).toContain('Ready, in use')
    expect(within(used as HTMLElement).queryByRole('button')).toBeNull()
    expect(
      within(cut as HTMLElement)
        .getByRole('progressbar')
        .getAttribute('aria-valuenow'),
    ).toBe('25')
    expect(within(cut as HTMLElement).getByRole('button', { name: 'Go on with Cut' })).toBeTruthy()
    expect(sorting?.textContent).toContain('Being made searchable')
    expect(within(sorting as HTMLElement).queryByRole('button')).toBeNull()
    expect(failed?.textContent).toContain('Failed')
    expect(within(failed as HTMLElement).getByRole('link', { name: 'Job 8' })).toBeTruthy()
  })

  it('come in with a name and a version, chunk by chunk, and are made searchable', async () => {
    const lists: HashList[] = []
    const file = new File(['a'.repeat(64)], 'hashes.txt')
    await start('LitigationSupport', {
      'hashLists.list': () => list(lists),
      'hashLists.begin': ({ body }) => {
        const begun = known({
          ...(body as { name: string; version: string; fileName: string; size: number }),
          state: 'uploading',
          received: 0,
          entries: null,
          kinds: [],
          jobId: null,
        })
        lists.push(begun)
        return begun
      },
      'hashLists.putChunk': () => ({ ...lists[0], received: 64 }),
      'hashLists.finish': () => {
        lists[0] = known({ name: 'Own', state: 'building', entries: null, kinds: [] })
        return { jobId: 8 }
      },
    })
    await screen.findByRole('heading', { name: 'No de-NIST lists' })
    fireEvent.click(screen.getByRole('button', { name: 'Upload a list' }))
    await choose(file)
    await screen.findByText('Give the list a name.')
    expect(asked('hashLists.begin')).toEqual([])
    await choose(file, ' Own ')
    await screen.findByText('Own has come in and is made searchable, job 8')
    expect(asked('hashLists.begin').map(({ body }) => body)).toEqual([
      { name: 'Own', version: '', fileName: 'hashes.txt', size: 64 },
    ])
    expect(asked('hashLists.putChunk').map(({ query }) => query.offset)).toEqual(['0'])
    const [row] = await rows()
    await waitFor(() => expect(row?.textContent).toContain('Being made searchable'))
  })

  it('go on where they were cut once the same file is chosen again, and refuse another', async () => {
    const cut = known({ state: 'uploading', size: 64, received: 16, entries: null, kinds: [], jobId: null })
    await start('LitigationSupport', {
      'hashLists.list': () => list([cut]),
      'hashLists.putChunk': () => ({ ...cut, received: 64 }),
      'hashLists.finish': () => ({ jobId: 8 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^Go on with/ }))
    await choose(new File(['b'.repeat(63)], 'other.txt'))
    await screen.findByText('This is another file: that list has 64 B.')
    await choose(new File(['a'.repeat(64)], 'NSRLFile.txt'))
    await screen.findByText(/has come in and is made searchable/)
    expect(asked('hashLists.begin')).toEqual([])
    expect(asked('hashLists.putChunk').map(({ query }) => query.offset)).toEqual(['16'])
  })

  it('are sent no further once that is stopped', async () => {
    const chunk = Promise.withResolvers<unknown>()
    const begun = known({ state: 'uploading', size: 64, received: 0, entries: null, kinds: [], jobId: null })
    await start('LitigationSupport', {
      'hashLists.list': () => list([begun]),
      'hashLists.begin': () => begun,
      'hashLists.putChunk': () => chunk.promise,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a list' }))
    await choose(new File(['a'.repeat(64)], 'own.txt'), 'Own')
    await waitFor(() => expect(asked('hashLists.putChunk')).toHaveLength(1))
    fireEvent.click(screen.getByRole('button', { name: 'Stop the upload' }))
    await screen.findByRole('button', { name: 'Upload a list' })
    chunk.resolve({ ...begun, received: 32 })
    await desk.rest()
    expect(asked('hashLists.putChunk')).toHaveLength(1)
    expect(asked('hashLists.finish')).toEqual([])
  })

  it('are finished under the key of the first try, whatever that had sent before', async () => {
    const begun = known({ state: 'uploading', size: 64, received: 0, entries: null, kinds: [], jobId: null })
    const lists: HashList[] = []
    let tries = 0
    await start('LitigationSupport', {
      'hashLists.list': () => list(lists),
      'hashLists.begin': () => {
        lists.push(begun)
        return begun
      },
      'hashLists.putChunk': () => {
        lists[0] = { ...begun, received: 64 }
        return lists[0]
      },
      'hashLists.finish': () => {
        tries += 1
        return tries === 1 ? new Refusal(503, 'Later.') : { jobId: 8 }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a list' }))
    await choose(new File(['a'.repeat(64)], 'own.txt'), 'Own')
    await screen.findByText('Own has come in and is made searchable, job 8')
    const keys = (name: string) => asked(name).map(({ headers }) => headers.get('idempotency-key'))
    expect(keys('hashLists.finish')).toHaveLength(2)
    expect(new Set(keys('hashLists.finish')).size).toBe(1)
    expect(keys('hashLists.begin')).not.toContain(keys('hashLists.finish')[0])
  })

  it('are refused in the words of the server, and taken away', async () => {
    const lists = [known()]
    await start('LitigationSupport', {
      'hashLists.list': () => list(lists),
      'hashLists.begin': () => new Refusal(409, 'There is a list of this name and version.'),
      'hashLists.remove': () => {
        lists.pop()
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a list' }))
    await choose(new File(['x'], 'x.txt'), 'NSRL modern')
    await screen.findByText('There is a list of this name and version.')
    fireEvent.click(screen.getByRole('button', { name: 'Take away NSRL modern' }))
    await screen.findByText('Take away NSRL modern?')
    expect(asked('hashLists.remove')).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Take the list away' }))
    await screen.findByText('NSRL modern is taken away')
    await screen.findByRole('heading', { name: 'No de-NIST lists' })
  })

  it('say why one did not come until that is read, or does not hold any more', async () => {
    const begun = known({ state: 'uploading', size: 64, received: 16, entries: null, kinds: [], jobId: null })
    const lists: HashList[] = []
    await start('LitigationSupport', {
      'hashLists.list': () => list(lists),
      'hashLists.begin': () => {
        lists[0] = begun
        return begun
      },
      'hashLists.putChunk': () => new Refusal(400, 'The disk said no.'),
      'hashLists.remove': () => {
        lists.pop()
      },
    })
    const fail = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Upload a list' }))
      await choose(new File(['a'.repeat(64)], 'own.txt'), 'Own')
      await screen.findByText('The disk said no.')
    }
    await fail()
    const dismiss = screen.getByRole('button', { name: 'Dismiss' })
    dismiss.focus()
    fireEvent.click(dismiss)
    await waitFor(() => expect(screen.queryByText('The disk said no.')).toBeNull())
    // The keyboard goes on where the notice was.
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Lists of the project' }))
    await fail()
    fireEvent.click(screen.getByRole('button', { name: 'Take away NSRL modern' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Take the list away' }))
    await screen.findByRole('heading', { name: 'No de-NIST lists' })
    expect(screen.queryByText('The disk said no.')).toBeNull()
  })

  it('are shown to review managers, who change nothing about them', async () => {
    await start('ReviewManager', { 'hashLists.list': () => list([known()]) })
    const [row] = await rows()
    expect(within(row as HTMLElement).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Upload a list' })).toBeNull()
  })
})
