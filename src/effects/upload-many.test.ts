import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import { pathParts, type SourceFile, type Upload } from '#contracts/collect.ts'
import { pickedFiles, type UploadProgress } from '../stores/collect.ts'
import type { Call } from './call.ts'
import { discard } from './collect.ts'
import type { RequestContext } from './define.ts'
import { CallFailed, callFailure } from './failure.ts'
import type { Said } from './http-request.ts'
import { type UploadManyOptions, uploadMany } from './upload-many.ts'

const at = '2026-01-05T09:00:00.000Z'
const changed = Date.parse('2025-01-02T03:04:05.000Z')
const picked = (path: string, text = 'words') => ({
  path,
  file: new File([text], path, { lastModified: changed }),
})

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

/** A source as the server keeps it; what is asked of it takes a moment. */
function sourceServer() {
  const files: SourceFile[] = []
  const uploads = new Map<string, Upload>()
  const thrownAway: string[] = []
  const asked: string[] = []
  let n = 0
  const gone = () => new CallFailed(callFailure({ kind: 'status', status: 404 }))
  const upload = (said: Said): Upload => {
    const { uploadId } = said.params as { uploadId: string }
    const known = uploads.get(uploadId)
    if (known === undefined) throw gone()
    return known
  }
  const answers: Record<string, (said: Said) => Promise<unknown> | unknown> = {
    'collect.listSourceFiles': () => ({ data: [...files], totalCount: files.length }),
    'collect.beginUpload': ({ body }) => {
      const { fileName, size } = body as { fileName: string; size: number }
      const by = { by: 'Ada Northwind', own: true, replaces: null, createdAt: at }
      const one = { ...{ uploadId: `u-${++n}`, sourceId: 3, fileName, size, received: 0 }, ...by }
      uploads.set(one.uploadId, one)
      return one
    },
    'collect.putChunk': async (said) => {
      const one = upload(said)
      const received = one.received + (said.body as Blob).size
      uploads.set(one.uploadId, { ...one, received })
      return { ...one, received }
    },
    'collect.finishUpload': (said) => {
      const { uploadId, fileName, size } = upload(said)
      const { sha256 } = said.body as { sha256: string }
      uploads.delete(uploadId)
      const row = { sha256, modifiedAt: new Date(changed).toISOString(), arrivedAt: at, jobId: null }
      files.push({ ...row, sourceFileId: files.length + 1, path: pathParts(fileName), size })
      return { sourceFileId: files.length }
    },
    'collect.processSource': () => ({ jobId: 7 }),
    'collect.listUploads': () => ({ data: [...uploads.values()], totalCount: uploads.size }),
    'collect.discardUpload': (said) => {
      const { uploadId } = upload(said)
      uploads.delete(uploadId)
      thrownAway.push(uploadId)
    },
  }
  const call = async (contract: AnyCall, said: Said): Promise<unknown> => {
    asked.push(contract.name)
    await new Promise((resolve) => setTimeout(resolve, 2))
    return await answers[contract.name]?.(said)
  }
  return { call: call as Call, files, uploads, thrownAway, asked, answers }
}

/** What a browser gives its tabs: work under one name goes one after the other. */
function browserLocks(): RequestContext['alone'] {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name)
    const own = (async () => {
      await before?.catch(() => undefined)
      return await work()
    })()
    last.set(name, own)
    return await own
  }
}

const options = (call: Call, over: Partial<UploadManyOptions>): UploadManyOptions => ({
  call,
  picked: [],
  projectId: 1,
  sourceId: 3,
  replaces: null,
  unread: 0,
  entry: false,
  commandId: 'command-1',
  tell: () => undefined,
  wait: async () => undefined,
  alone: (_name, work) => work(),
  open: () => undefined,
  stopped: () => false,
  ...over,
})

describe('an upload of many files', () => {
  it('sends a file once that two tabs send to one source at the same time', async () => {
    const server = sourceServer()
    const alone = browserLocks()
    const files = ['a.txt', 'b/c.txt', 'd.txt', 'e.txt'].map((path) => picked(path))
    const tab = (commandId: string) => uploadMany(options(server.call, { picked: files, alone, commandId }))
    const ended = await Promise.all([tab('command-1'), tab('command-2')])
    expect(server.files.map(({ path }) => path.join('/')).sort()).toEqual([
      'a.txt',
      'b/c.txt',
      'd.txt',
      'e.txt',
    ])
    expect(ended).toMatchObject([
      { sent: 4, known: 0 },
      { sent: 0, known: 4 },
    ])
  })

  it('of two files of one path, size and time, both come where their bytes differ, and one where they do not', async () => {
    const server = sourceServer()
    const files = [
      picked('report.doc', 'first'),
      picked('report.doc', 'other'),
      picked('report.doc', 'first'),
    ]
    const ended = await uploadMany(options(server.call, { picked: files }))
    expect(ended).toMatchObject({ sent: 2, known: 1, failed: 0 })
    expect(server.files.map(({ path, sha256 }) => [path.join('/'), sha256])).toEqual([
      ['report.doc', sha256Of('first')],
      ['report.doc', sha256Of('other')],
    ])
    const again = await uploadMany(options(server.call, { picked: files, commandId: 'command-2' }))
    expect(again).toMatchObject({ sent: 0, known: 3, failed: 0 })
  })

  it('takes a file that came without a date for the same only where its bytes are', async () => {
    const server = sourceServer()
    const row = { sourceFileId: 1, path: ['a.txt'], size: 5, modifiedAt: null, arrivedAt: at, jobId: 3 }
    server.files.push({ ...row, sha256: sha256Of('words') })
    const told: UploadProgress[] = []
    const files = [picked('a.txt', 'words'), picked('a.txt', 'other')]
    const ended = await uploadMany(
      options(server.call, { picked: files, tell: (course) => void told.push(course) }),
    )
    expect(ended).toMatchObject({ sent: 1, known: 1 })
    expect(server.files.map(({ sha256 }) => sha256)).toEqual([sha256Of('words'), sha256Of('other')])
    expect(told.at(-1)).toMatchObject({ files: 2, known: 1, bytes: 10 })
  })

  it('tells apart paths that differ by a space', async () => {
    const server = sourceServer()
    const files = [picked('a/b'), picked('a /b'), picked('a/ b')]
    expect(await uploadMany(options(server.call, { picked: files }))).toMatchObject({ sent: 3, known: 0 })
    expect(server.files.map(({ path }) => path)).toEqual([
      ['a', 'b'],
      ['a ', 'b'],
      ['a', ' b'],
    ])
  })

  it('counts a file that can no longer be read among those that did not arrive, also where the like of it is there', async () => {
    const server = sourceServer()
    await uploadMany(options(server.call, { picked: [picked('a.txt')] }))
    const gone = picked('a.txt')
    const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) })
    Object.defineProperty(gone.file, 'slice', { value: slice })
    const ended = await uploadMany(
      options(server.call, { picked: [gone, picked('b.txt')], commandId: 'c-2' }),
    )
    expect(ended).toMatchObject({ sent: 1, known: 0, failed: 1 })
  })

  it('sends a file whose disk tells of a time beyond all calendars, and keeps no other from arriving', async () => {
    const server = sourceServer()
    const times: unknown[] = []
    const begin = server.answers['collect.beginUpload']
    server.answers['collect.beginUpload'] = (said) => {
      times.push((said.body as { modifiedAt?: string }).modifiedAt)
      return begin?.(said)
    }
    const dated = (path: string, lastModified: number) => ({
      path,
      file: new File([path], path, { lastModified }),
    })
    const odd = [dated('a.txt', 9e15), dated('b.txt', Date.UTC(30_828, 8, 14)), picked('c.txt')]
    expect(await uploadMany(options(server.call, { picked: odd }))).toMatchObject({ sent: 3, failed: 0 })
    expect(times.toSorted()).toEqual([new Date(changed).toISOString(), undefined, undefined])
  })

  it('tells the source what could not be read also where nothing arrived, and nothing where there is nothing to tell', async () => {
    const server = sourceServer()
    const bodies: unknown[] = []
    server.answers['collect.processSource'] = ({ body }) => {
      bodies.push(body)
      return { jobId: null }
    }
    const none = { sent: 0, known: 0, failed: 0, jobId: null }
    expect(await uploadMany(options(server.call, { unread: 3 }))).toEqual(none)
    expect(await uploadMany(options(server.call, {}))).toEqual(none)
    // Those that it could read when they were chosen, and that did not arrive, belong to it.
    server.answers['collect.beginUpload'] = () => {
      throw new CallFailed(callFailure({ kind: 'status', status: 400 }))
    }
    const refused = { picked: [picked('a.txt'), picked('b.txt')] }
    expect(await uploadMany(options(server.call, refused))).toMatchObject({ sent: 0, failed: 2 })
    // What was to take an exception's place was no material.
    expect(await uploadMany(options(server.call, { ...refused, replaces: 5 }))).toMatchObject({ failed: 2 })
    expect(bodies).toEqual([
      { ifAutomatic: true, unread: 3 },
      { ifAutomatic: true, failed: 2 },
    ])
  })

  it('tells what did not arrive anew where a later run loses less, and repeats what it told otherwise', async () => {
    const server = sourceServer()
    const begin = server.answers['collect.beginUpload']
    let isBarred = true
    server.answers['collect.beginUpload'] = (said) => {
      const { fileName } = said.body as { fileName: string }
      if (isBarred && fileName === 'a.txt') throw new CallFailed(callFailure({ kind: 'status', status: 400 }))
      return begin?.(said)
    }
    // As the server does: a key is for one body.
    const told = new Map<string | null | undefined, string>()
    let isCut = true
    server.answers['collect.processSource'] = ({ body, idempotencyKey }) => {
      const text = JSON.stringify(body)
      if ((told.get(idempotencyKey) ?? text) !== text)
        throw new CallFailed(callFailure({ kind: 'status', status: 409 }))
      told.set(idempotencyKey, text)
      if (isCut) throw new CallFailed(callFailure({ kind: 'network' }))
      return { jobId: 7 }
    }
    const both = options(server.call, { picked: [picked('a.txt'), picked('b.txt')] })
    await expect(uploadMany(both)).rejects.toThrow()
    expect(told.size).toBe(1)
    isCut = false
    expect(await uploadMany(both)).toMatchObject({ failed: 1, jobId: 7 })
    expect(told.size).toBe(1)
    isBarred = false
    expect(await uploadMany(both)).toMatchObject({ sent: 1, known: 1, failed: 0, jobId: 7 })
    expect([...told.values()].map((body) => JSON.parse(body))).toEqual([
      { ifAutomatic: true, failed: 1 },
      { ifAutomatic: true },
    ])
  })

  it('begins anew where somebody has thrown its upload away, and finds what somebody has finished', async () => {
    const server = sourceServer()
    const begin = server.answers['collect.beginUpload']
    let begun = 0
    server.answers['collect.beginUpload'] = (said) => {
      const one = begin?.(said) as Upload
      begun += 1
      if (begun === 1) server.uploads.delete(one.uploadId)
      return one
    }
    const ended = await uploadMany(options(server.call, { picked: [picked('a.txt')] }))
    expect(ended).toMatchObject({ sent: 1, failed: 0 })
    expect([begun, server.files.length]).toEqual([2, 1])
  })

  it('gives up where the source is not there', async () => {
    const server = sourceServer()
    server.answers['collect.listSourceFiles'] = () => {
      throw new CallFailed(callFailure({ kind: 'status', status: 404 }))
    }
    await expect(uploadMany(options(server.call, { picked: [picked('a.txt')] }))).rejects.toThrow(CallFailed)
    expect(server.asked.length).toBeLessThan(5)
  })

  it('tells how far it is once while that is shown, and at its end all of it', async () => {
    const server = sourceServer()
    const files = Array.from({ length: 20 }, (_, n) => picked(`${n}.txt`))
    const told: number[] = []
    const tell = ({ files: arrived }: UploadProgress) => void told.push(arrived)
    // As long as what was told last is being shown.
    const wait = () => new Promise<void>(() => undefined)
    await uploadMany(options(server.call, { picked: files, tell, wait }))
    expect(told).toEqual([0, 20])
  })

  it('tells what moved while it rested once it has rested, and nothing behind its end', async () => {
    const server = sourceServer()
    const told: number[] = []
    const rested: (() => void)[] = []
    const wait = () => new Promise<void>((wake) => rested.push(wake))
    const answer = server.answers['collect.finishUpload']
    let completed = 0
    server.answers['collect.finishUpload'] = async (said) => {
      completed += 1
      // In the middle of it the first telling has been shown.
      if (completed === 10) {
        rested[0]?.()
        await vi.waitFor(() => expect(told).toHaveLength(2))
      }
      return await answer?.(said)
    }
    const files = Array.from({ length: 20 }, (_, n) => picked(`${n}.txt`))
    const tell = ({ files: arrived }: UploadProgress) => void told.push(arrived)
    await uploadMany(options(server.call, { picked: files, tell, wait }))
    for (const wake of rested) wake()
    await Promise.resolve()
    expect(told).toHaveLength(3)
    expect(told[1]).toBeGreaterThan(0)
    expect(told[1]).toBeLessThan(20)
    expect(told[2]).toBe(20)
  })

  it('is thrown away as far as it was begun here, and nothing of the same name elsewhere', async () => {
    const server = sourceServer()
    const beside = server.answers['collect.beginUpload']?.({
      body: { fileName: 'a.txt', size: 5 },
    }) as Upload
    let open: readonly string[] = []
    const one = picked('a.txt')
    let chunks = 0
    const ended = await uploadMany(
      options(server.call, {
        picked: [one, picked('b.txt')],
        open: (ids) => {
          open = ids
        },
        // Told to stop once the second one is on its way.
        stopped: () =>
          server.asked.filter((name) => name === 'collect.beginUpload').length >= 2 && ++chunks > 0,
      }),
    )
    expect(ended).toBe('stopped')
    const own = [...server.uploads.keys()].filter((id) => id !== beside.uploadId)
    expect(open).toEqual(own)
    const held = new Map<unknown, unknown>([[pickedFiles, [one]]])
    const context = {
      call: server.call,
      cached: (cache: unknown) => held.get(cache) ?? open,
    }
    await discard({ projectId: 1, uploadKey: 'k', uploadId: null }, context as never)
    expect(server.thrownAway).toEqual(own)
    expect([...server.uploads.keys()]).toEqual([beside.uploadId])
  })
})
