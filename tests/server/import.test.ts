import { createHash } from 'node:crypto'
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelJob, getJob, pauseJob, resumeJob, retryJob } from '#contracts/jobs.ts'
import { importPath, settledJob } from '#server/intake/import/import-path.ts'
import { parseSource } from '#server/intake/parsing/parser.ts'
import { defaultLimits, type Limits } from '#server/intake/processing/limits.ts'
import type { ItemLocation, ParseRequest } from '#server/intake/processing/protocol.ts'
import { walk } from '#server/intake/processing/walk.ts'
import { work } from '#server/intake/processing/worker.ts'
import { ChildFault } from '#server/platform/jobs/child.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { zip } from '#server/sample/zip-writer.ts'
import { lockedOpenDocument } from '#tests/fixtures/locked-open-document.ts'
import { manyMessages, mbox, message } from '#tests/fixtures/mail.ts'
import { inDeepRun } from '#tests/runs.ts'
import { usualMessages } from '../fixtures/family-options.ts'
import { costlyDialects, type TestServer, type TestUser, withoutAnalysis } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'
import { setProcessing } from './processing-settings.ts'

withoutAnalysis()

describe.each(costlyDialects)('an import on %s', (dialect) => {
  let intake: Intake
  let server: TestServer
  let user: TestUser
  let project: number
  let folder: string

  beforeEach(async () => {
    intake = await startIntake(dialect)
    ;({ server, user, project, folder } = intake)
  }, 60_000)
  afterEach(() => intake.close())

  const write = (name: string, bytes: Buffer) => intake.write(name, bytes)
  const queue = async (path: string, custodian = 'Rivera') =>
    (await importPath(server.services, { path, projectId: project, custodian, userId: user.userId })).jobId
  const job = async (jobId: number) => (await server.call(user, getJob, { project, query: { jobId } })).data
  const bring = async (path: string) => {
    const jobId = await queue(path)
    await settledJob(server.services, jobId)
    return await job(jobId)
  }
  const exceptions = (jobId: number) =>
    server.services.records.read
      .selectFrom('exception')
      .selectAll()
      .where('job_id', '=', jobId)
      .orderBy('exception_id')
      .execute()
  const titles = async (jobId: number) =>
    (
      await server.services.records.read
        .selectFrom('document')
        .select('title')
        .where('job_id', '=', jobId)
        .where('ordinal', '=', 0)
        .orderBy('control')
        .execute()
    ).map((row) => row.title)

  /** Does a job's work here, with other limits than the product's, out of the queue's sight. */
  const withLimits = async (
    path: string,
    limits: Partial<Limits>,
    children?: ChildPool,
    behind: readonly string[] = [],
  ) => job(await intake.importHere(path, { limits, children, behind }))

  /** Children that die on an item when `dies` says so; their work is done here. */
  function mortal(dies: (item: string, isBlamed: boolean) => boolean): ChildPool {
    const died = Object.assign(new Error('It died.'), { code: 'EDIED' })
    return {
      alive: 0,
      stop: async () => {},
      run: async <T>(_module: URL, task: unknown, options: Parameters<ChildPool['run']>[2] = {}) => {
        const request = task as ParseRequest
        let last = ''
        try {
          const result = await work(request, {
            at: (name) => {
              last = name
              options.onAt?.(name)
              const { at, path }: ItemLocation = JSON.parse(name)
              const isBlamed = request.poison.some(([place]) => place === JSON.stringify(at))
              if (dies(path.at(-1) ?? '', isBlamed)) throw died
            },
            emit: async (part) => await options.onPart?.(part),
          })
          return result as T
        } catch (error) {
          throw error === died ? new ChildFault('crashed', 'It died.', last) : error
        }
      },
    }
  }

  /** Has what failed tried again, with the product's own limits, which are wider. */
  async function repeat(jobId: number): Promise<void> {
    await server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('job').set({ state: 'CompletedWithErrors' }).where('job_id', '=', jobId).execute()
    })
    expect((await server.call(user, retryJob, { project, body: { jobId } })).status).toBe(200)
    await settledJob(server.services, jobId)
  }

  describe('sources', () => {
    it('that are not there are named', async () => {
      await expect(queue(join(folder, 'nowhere'))).rejects.toThrow('There is nothing at')
    })

    it.runIf(process.platform === 'linux')(
      'that cannot be packed are named, and nothing is begun',
      async () => {
        write('good.eml', message({ id: 'good' }))
        const before = readdirSync(server.services.spool)
        // A name that is no text: nobody can ask for it.
        writeFileSync(Buffer.from(`${folder}/caf\xe9.eml`, 'latin1'), 'x')
        await expect(queue(folder)).rejects.toThrow(
          /^This cannot be read \(ENOENT\): .*\.eml\. Nothing was imported\.$/,
        )
        expect(readdirSync(server.services.spool)).toEqual(before)
        expect(await server.services.records.read.selectFrom('job').selectAll().execute()).toEqual([])
      },
    )

    it('lists links in a folder, which are not followed, and what a tar holds that is no file', async () => {
      write('a.eml', message({ id: 'a', subject: 'A' }))
      symlinkSync('/etc/hostname', join(folder, 'link.eml'))
      const linked = await bring(folder)
      expect(await titles(linked.jobId)).toEqual(['A'])
      const [link] = await exceptions(linked.jobId)
      expect(link).toMatchObject({ code: 'unsupportedType' })
      expect(link?.path).toContain('link.eml')

      const tar = join(folder, 'odd.tar')
      const names = ['b.eml', 'c.eml', 'd.eml']
      for (const name of names) write(name, message({ id: name, subject: name }))
      await create({ cwd: folder, file: tar, portable: true }, names)
      const bytes = readFileSync(tar)
      // The second entry becomes a sparse file, which the library passes over in silence.
      const header = bytes.subarray(bytes.indexOf('c.eml'))
      header[156] = 'S'.charCodeAt(0)
      header.write('        ', 148, 'latin1')
      const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0)
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
      const sparse = await bring(write('sparse.tar', bytes))
      const [row, ...others] = await exceptions(sparse.jobId)
      expect(others).toEqual([])
      expect(row).toMatchObject({ code: 'unsupportedType' })
      expect(row?.path).toContain('c.eml')
      expect(await titles(sparse.jobId)).toEqual(['b.eml', 'd.eml'])
      expect(sparse.reconciliation).toMatchObject({ itemsIn: 4, exceptions: 1, unexplained: 0 })
      // In the order of the archive: a walk that goes on from one of them must lose nothing.
      const walked: string[] = []
      const options = {
        doneUpTo: null,
        limits: defaultLimits,
        spoolFolder: folder,
        passwords: [],
        timeZone: 'UTC',
      }
      for await (const step of walk(
        { file: join(folder, 'sparse.tar'), path: ['sparse.tar'], index: 0, modifiedAt: null },
        options,
      ))
        walked.push(`${step.at.slice(1).join()} ${step.path.at(-1)}`)
      expect(walked.slice(0, 3)).toEqual(['0 b.eml', '1 c.eml', '2 d.eml'])
    })

    it('takes a folder as one source, in the order of names', async () => {
      write('b.eml', message({ id: 'b', subject: 'B' }))
      write('a.eml', message({ id: 'a', subject: 'A' }))
      const done = await bring(folder)
      expect(await titles(done.jobId)).toEqual(['A', 'B'])
      expect(done.reconciliation).toMatchObject({ itemsIn: 3, promoted: 2, containers: 1, unexplained: 0 })
    })

    it.runIf(process.platform !== 'win32')(
      'takes a file of two names in a folder under both: the second is a duplicate by its content',
      async () => {
        const path = write('a.eml', message({ id: 'a', subject: 'A' }))
        write('b.eml', message({ id: 'b', subject: 'B' }))
        linkSync(path, join(folder, 'c.eml'))
        const done = await bring(folder)
        expect(await exceptions(done.jobId)).toEqual([])
        expect(await titles(done.jobId)).toEqual(['A', 'B'])
        expect(done.reconciliation).toMatchObject({ itemsIn: 4, promoted: 2, duplicates: 1, unexplained: 0 })
      },
    )

    it('opens containers in containers, and never writes where a name in them points', async () => {
      const inner = zip([{ name: '../../../escaped.eml', bytes: message({ id: 'in', subject: 'In' }) }])
      const outer = zip([
        { name: 'inner.zip', bytes: inner },
        { name: '/etc/absolute.eml', bytes: message({ id: 'abs', subject: 'Absolute' }) },
        { name: 'box.mbox', bytes: mbox([message({ id: 'box', subject: 'In a box' })]) },
        { name: 'notes.txt', bytes: Buffer.from('loose text') },
      ])
      const done = await bring(write('outer.zip', outer))
      expect(done.reconciliation).toMatchObject({
        itemsIn: 7,
        promoted: 4,
        containers: 3,
        exceptions: 0,
        unexplained: 0,
      })
      expect(await titles(done.jobId)).toEqual(['In', 'Absolute', 'In a box', 'notes.txt'])
      const path = await server.services.records.read
        .selectFrom('document')
        .select('source_path')
        .where('title', '=', 'In')
        .executeTakeFirstOrThrow()
      expect(JSON.parse(path.source_path)).toEqual(['outer.zip', 'inner.zip', '../../../escaped.eml'])
      expect(existsSync(join(server.services.spool, '..', '..', '..', 'escaped.eml'))).toBe(false)
      // Only the folders of the matter are left.
      const left = readdirSync(server.services.spool, { recursive: true })
      expect(left.filter((name) => /import-|\.\w+$/.test(String(name)))).toEqual([])
    })

    it('names both of two entries with one name', async () => {
      const twice = zip([
        { name: 'a.eml', bytes: message({ id: '1', subject: 'One' }) },
        { name: 'a.eml', bytes: message({ id: '2', subject: 'Two' }) },
      ])
      const done = await bring(write('twice.zip', twice))
      expect(await titles(done.jobId)).toEqual(['One', 'Two'])
    })

    it('cuts text at the length that the project keeps, and says so', async () => {
      await server.services.records.write('interactive', async (trx) => {
        await trx
          .updateTable('project')
          .set({ max_text_size: 1000 })
          .where('project_id', '=', project)
          .execute()
      })
      const done = await bring(write('long.eml', message({ id: 'long', text: 'x'.repeat(5000) })))
      const row = await server.services.records.read
        .selectFrom('document')
        .select(['text_size', 'text_truncated'])
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ text_size: 1000, text_truncated: 1 })
      expect(await exceptions(done.jobId)).toMatchObject([{ code: 'textTruncated', stage: 'text' }])
      expect(done.state).toBe('CompletedWithErrors')
    })

    it('keeps dates that no calendar of the matter has', async () => {
      const dated = (id: string, date: string) => message({ id, subject: id, date })
      const done = await bring(
        write(
          'dates.mbox',
          mbox([
            dated('ancient', 'Wed, 21 Dec 1706 22:30:55 +0000'),
            dated('zero', 'Wed, 21 Dec 0001 22:30:55 -0800'),
            dated('old', 'Mon, 31 Dec 1979 18:00:00 -0600'),
            dated('next', 'Fri, 14 Apr 2028 09:00:00 -0500'),
            dated('unread', 'last Friday'),
          ]),
        ),
      )
      const rows = await server.services.records.read
        .selectFrom('document')
        .select(['title', 'sent_at', 'sent_original', 'parent_date', 'sort_key'])
        .orderBy('control')
        .execute()
      expect(rows.map((row) => row.sent_at)).toEqual([
        '1706-12-21T22:30:55.000Z',
        '0001-12-22T06:30:55.000Z',
        '1980-01-01T00:00:00.000Z',
        '2028-04-14T14:00:00.000Z',
        null,
      ])
      expect(rows[4]).toMatchObject({ sent_original: 'last Friday', parent_date: '2024-03-05T09:00:00.000Z' })
      expect((await exceptions(done.jobId)).map((e) => [e.code, e.document_id !== null])).toEqual([
        ['dateOutOfRange', true],
        ['dateOutOfRange', true],
      ])
    })
  })

  describe('hostile and damaged sources', () => {
    it('stops a bomb, and says what it did', async () => {
      const bomb = zip([
        { name: 'zeros.txt', bytes: Buffer.alloc(48 * 1024 * 1024) },
        { name: 'a.eml', bytes: message({ subject: 'After the bomb' }) },
      ])
      const done = await withLimits(write('bomb.zip', bomb), { ratioFrom: 1024 * 1024 })
      const rows = await exceptions(done.jobId)
      expect(rows.map((row) => row.code)).toContain('tooLarge')
      expect(done.reconciliation?.unexplained).toBe(0)
    })

    it('ends at its depth', async () => {
      let bytes = zip([{ name: 'core.eml', bytes: message({ subject: 'Core' }) }])
      for (let i = 0; i < 8; i++) bytes = zip([{ name: `level-${i}.zip`, bytes }])
      const done = await withLimits(write('deep.zip', bytes), { depth: 5 })
      expect(await exceptions(done.jobId)).toMatchObject([{ code: 'tooDeep', sha256: expect.any(String) }])
      expect(done.reconciliation).toMatchObject({ containers: 5, exceptions: 1, promoted: 0, unexplained: 0 })
    })

    it('ends at its number of entries', async () => {
      const many = zip(manyMessages(30).map((bytes, i) => ({ name: `${i}.eml`, bytes })))
      const done = await withLimits(write('many.zip', many), { entries: 10 })
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(['tooMany'])
      expect(done.reconciliation?.unexplained).toBe(0)
    })

    it('keeps what is too large to be read as a document, and what comes after it', async () => {
      const big = message({ id: 'big', subject: 'Big', text: 'x'.repeat(300_000) })
      const done = await withLimits(
        write('big.mbox', mbox([big, message({ id: 'small', subject: 'Small' })])),
        { itemBytes: 100_000 },
      )
      expect(await exceptions(done.jobId)).toMatchObject([
        { code: 'tooLarge', document_id: expect.any(Number) },
      ])
      expect(await titles(done.jobId)).toEqual(['Big', 'Small'])
    })

    it('reads a damaged zip as far as it goes: bad bytes and a bad checksum cost one entry', async () => {
      const bytes = zip([
        { name: '1.eml', bytes: message({ id: '1', subject: 'First' }) },
        { name: '2.eml', bytes: message({ id: '2', subject: 'Second' }) },
        { name: '3.eml', bytes: message({ id: '3', subject: 'Third' }) },
      ])
      // In the middle of the second entry's packed bytes.
      const second = bytes.indexOf('2.eml')
      bytes.fill(0xff, second + 60, second + 80)
      const done = await bring(write('damaged.zip', bytes))
      expect(await titles(done.jobId)).toEqual(['First', 'Third'])
      expect(await exceptions(done.jobId)).toMatchObject([{ code: 'corrupt', document_id: null }])
      expect(done.reconciliation).toMatchObject({
        itemsIn: 4,
        promoted: 2,
        containers: 1,
        exceptions: 1,
        unexplained: 0,
      })
    })

    it('says so when an archive is cut', async () => {
      for (let i = 0; i < 20; i++)
        write(`${i}.eml`, message({ id: `${i}`, subject: `${i}`, text: 'x'.repeat(2000) }))
      const tar = join(tmpdir(), `cut-${process.pid}.tar`)
      await create({ cwd: folder, file: tar, portable: true }, readdirSync(folder))
      const whole = readFileSync(tar)
      rmSync(tar)
      const done = await bring(write('cut.tar', whole.subarray(0, Math.floor(whole.length / 2))))
      expect(done.state).toBe('CompletedWithErrors')
      const codes = (await exceptions(done.jobId)).map((row) => row.code)
      expect(codes).toContain('containerPartial')
      expect(done.reconciliation?.promoted).toBeGreaterThan(5)
      expect(done.reconciliation?.unexplained).toBe(0)
    })

    it('ends a process that hangs or swells on one item, and goes on behind it', {
      ...inDeepRun,
      timeout: 120_000,
    }, async () => {
      const html = '<p style="color:red"><b>x</b> <a href="http://x.example/">y</a></p>'.repeat(900_000)
      const heavy = Buffer.from(`From: a@x.example\nSubject: heavy\nContent-Type: text/html\n\n${html}\n`)
      const source = mbox([
        message({ id: '1', subject: 'Before' }),
        heavy,
        message({ id: '2', subject: 'After' }),
      ])
      const done = await withLimits(write('heavy.mbox', source), { itemMs: 5_000 })
      expect(await titles(done.jobId)).toEqual(['Before', 'After'])
      const [row, ...others] = await exceptions(done.jobId)
      expect(others).toEqual([])
      expect(['timedOut', 'tooLarge']).toContain(row?.code)
      expect(row?.sha256).toMatch(/^[0-9a-f]{64}$/)
      expect(done.reconciliation?.unexplained).toBe(0)
    })
  })

  describe('processes that die', () => {
    const seven = () =>
      mbox(Array.from({ length: 7 }, (_, i) => message({ id: `${i}`, subject: `Message ${i}` })))

    it('cost the items that killed them, however many follow each other', async () => {
      const killers = new Set<string>()
      const children = mortal((item, isBlamed) => {
        // The first six that are looked at.
        if (item.startsWith('message@') && killers.size < 6) killers.add(item)
        return killers.has(item) && !isBlamed
      })
      const done = await withLimits(write('deadly.mbox', seven()), {}, children)
      expect(await titles(done.jobId)).toEqual(['Message 6'])
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(Array(6).fill('corrupt'))
      expect(done.reconciliation).toMatchObject({ itemsIn: 8, exceptions: 6, unexplained: 0 })
    })

    it('cost nothing where an item is read well by the next: the one before was worn out', async () => {
      const seen = new Set<string>()
      const children = mortal((item) => {
        const first = item.startsWith('message@') && !seen.has(item)
        seen.add(item)
        return first
      })
      const done = await withLimits(write('worn.mbox', seven()), {}, children)
      expect(await titles(done.jobId)).toHaveLength(7)
      expect(await exceptions(done.jobId)).toEqual([])
    })

    it('make an exception of the only file there is, where none of them gets anywhere in it, and a retry reads it', async () => {
      const bytes = seven()
      const path = write('hopeless.mbox', bytes)
      const done = await withLimits(
        path,
        {},
        mortal(() => true),
      )
      expect(await titles(done.jobId)).toEqual([])
      expect(await exceptions(done.jobId)).toMatchObject([
        {
          ...{ path: '["hopeless.mbox"]', code: 'corrupt', stage: 'expand', size: bytes.length, begun: 0 },
          reason: 'Reading it ended the process that read it.',
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      ])
      expect(done.reconciliation).toMatchObject({ itemsIn: 1, exceptions: 1, unexplained: 0 })
      await repeat(done.jobId)
      expect(await titles(done.jobId)).toHaveLength(7)
      expect(await exceptions(done.jobId)).toEqual([])
      const again = await job(done.jobId)
      expect(again).toMatchObject({ state: 'Completed', reconciliation: { itemsIn: 8, unexplained: 0 } })
    })

    it('make an exception of the last file, and of each one alone', async () => {
      const [one, two, three] = ['one.eml', 'two.eml', 'three.eml'].map((name) =>
        write(name, message({ id: name, subject: name })),
      ) as [string, string, string]
      const children = mortal((item) => item === 'one.eml' || item === 'three.eml')
      const done = await withLimits(one, {}, children, [two, three])
      expect(await titles(done.jobId)).toEqual(['two.eml'])
      expect((await exceptions(done.jobId)).map((row) => row.path)).toEqual(['["one.eml"]', '["three.eml"]'])
      expect(done.reconciliation).toMatchObject({ itemsIn: 3, promoted: 1, exceptions: 2, unexplained: 0 })
    })

    it('leave a file in its middle where none gets on: what is behind it comes, and in a retry what is left of it', async () => {
      const inner = zip([
        { name: 'one.eml', bytes: message({ id: '1', subject: 'One' }) },
        { name: 'two.eml', bytes: message({ id: '2', subject: 'Two' }) },
      ])
      const source = zip([
        { name: 'first.zip', bytes: zip([{ name: 'a.eml', bytes: message({ id: 'a', subject: 'A' }) }]) },
        { name: 'inner.zip', bytes: inner },
        { name: 'three.eml', bytes: message({ id: '3', subject: 'Three' }) },
      ])
      const behind = write('behind.eml', message({ id: '4', subject: 'Behind' }))
      const bytes = write('half.zip', source)
      const done = await withLimits(
        bytes,
        {},
        mortal((item) => item === 'two.eml'),
        [behind],
      )
      expect(await titles(done.jobId)).toEqual(['A', 'One', 'Behind'])
      expect(await exceptions(done.jobId)).toMatchObject([
        { path: '["half.zip"]', code: 'containerPartial', begun: 1, size: source.length },
      ])
      // The archive inside that was open is part of what is to be read yet.
      expect(done.reconciliation).toMatchObject({
        ...{ itemsIn: 5, promoted: 3, containers: 1, exceptions: 1, unexplained: 0 },
      })
      await repeat(done.jobId)
      expect(await titles(done.jobId)).toEqual(['A', 'One', 'Behind', 'Two', 'Three'])
      expect(await exceptions(done.jobId)).toEqual([])
      expect((await job(done.jobId)).reconciliation).toMatchObject({
        ...{ itemsIn: 8, promoted: 5, containers: 3, exceptions: 0, unexplained: 0 },
      })
    })

    it.each([
      ['its file at all', () => true],
      ['what it is', (_: string, isBlamed: boolean) => !isBlamed],
    ])(
      'leave a locked document what it is, to be tried again, where none gets through %s',
      async (_, dies) => {
        const password = 'opensesame'
        const passwords = (...known: string[]) => setProcessing(server, user, project, { passwords: known })
        const content =
          '<office:document-content><office:body><office:text><text:p>Opened.</text:p></office:text></office:body></office:document-content>'
        const locked = lockedOpenDocument(
          'application/vnd.oasis.opendocument.text',
          { 'content.xml': content },
          'aes',
          { password: Buffer.from(password) },
        )
        const done = await withLimits(write('locked.odt', locked), {})
        const [before, ...others] = await exceptions(done.jobId)
        expect(others).toEqual([])
        expect(before).toMatchObject({ code: 'encrypted', document_id: expect.any(Number) })
        await passwords(password)
        await intake.repeatHere(done.jobId, { children: mortal(dies) })
        expect(await exceptions(done.jobId)).toEqual([
          { ...before, reason: 'Reading it ended the process that read it.' },
        ])
        await repeat(done.jobId)
        expect(await exceptions(done.jobId)).toEqual([])
        expect((await job(done.jobId)).reconciliation).toMatchObject({
          itemsIn: 1,
          promoted: 1,
          unexplained: 0,
        })
      },
    )

    it('leave what is tried again an exception, and count nothing twice, where none comes to it', async () => {
      const children = mortal((item, isBlamed) => !isBlamed && item !== 'message@0' && /^message/.test(item))
      const done = await withLimits(write('twice.mbox', seven()), {}, children)
      const failed = await exceptions(done.jobId)
      expect(failed).toHaveLength(6)
      await expect(intake.repeatHere(done.jobId, { children: mortal(() => true) })).resolves.toBe(undefined)
      expect(await exceptions(done.jobId)).toEqual(failed)
      expect((await job(done.jobId)).reconciliation).toMatchObject({
        ...{ itemsIn: 8, promoted: 1, containers: 1, exceptions: 6, unexplained: 0 },
      })
    })
  })

  describe('processes that die before they say anything', () => {
    /** Children of which some die at once; how many were started. */
    function unborn(dies: (start: number) => boolean, others = mortal(() => false)) {
      const started = { count: 0 }
      const children: ChildPool = {
        ...others,
        run: async (module, task, options) => {
          if (dies(++started.count)) throw new ChildFault('tooMuchMemory', 'It died.', null)
          return await others.run(module, task, options)
        },
      }
      return { children, started }
    }
    const one = () => write('one.eml', message({ id: '1', subject: 'One' }))

    it('cost nothing where the next one lives', async () => {
      const { children, started } = unborn((start) => start < 3)
      const done = await withLimits(one(), {}, children)
      expect(started.count).toBe(3)
      expect(await titles(done.jobId)).toEqual(['One'])
      expect(await exceptions(done.jobId)).toEqual([])
    })

    it('end the job, with a reason, where all of them do: no file is to blame', async () => {
      const { children, started } = unborn(() => true)
      await expect(withLimits(one(), {}, children)).rejects.toThrow(
        'each process that reads files ends before it comes to one',
      )
      expect(started.count).toBeLessThan(20)
      const row = await server.services.records.read
        .selectFrom('job')
        .select('job_id')
        .where('kind', '=', 'import')
        .executeTakeFirstOrThrow()
      expect(await exceptions(row.job_id)).toEqual([])
      expect((await job(row.job_id)).reconciliation).toMatchObject({
        itemsIn: 0,
        unexplained: 0,
        notRead: { files: 1 },
      })
    })

    it('cost nothing, however many there are, while others get on in between', async () => {
      // Those that live read one message, and die on the next, which they see for the first time.
      const seen = new Set<string>()
      const worn = mortal((item) => {
        const first = item.startsWith('message@') && !seen.has(item)
        seen.add(item)
        return first
      })
      const { children, started } = unborn((start) => start % 2 === 0, worn)
      const source = Array.from({ length: 9 }, (_, i) => message({ id: `${i}`, subject: `Message ${i}` }))
      const done = await withLimits(write('slow.mbox', mbox(source)), {}, children)
      expect(started.count).toBeGreaterThan(source.length)
      expect(await titles(done.jobId)).toHaveLength(source.length)
      expect(await exceptions(done.jobId)).toEqual([])
    })
  })

  describe('a parsing process', () => {
    it('that gives bytes under another hash is not believed: the document would show another file', async () => {
      const honest = mortal(() => false)
      const forging: ChildPool = {
        ...honest,
        run: (module, task, options = {}) =>
          honest.run(module, task, {
            ...options,
            onPart: async (part) => {
              const forged = JSON.stringify(part).replace(
                /"sha256":"[0-9a-f]{64}"/g,
                `"sha256":"${'0'.repeat(64)}"`,
              )
              const revived = JSON.parse(forged, (_, value) =>
                value?.type === 'Buffer' ? Buffer.from(value.data) : value,
              )
              await options.onPart?.(revived)
            },
          }),
      }
      await expect(
        withLimits(write('forged.eml', message({ subject: 'Forged' })), {}, forging),
      ).rejects.toThrow('wrong hash')
      expect(await server.services.records.read.selectFrom('document').selectAll().execute()).toEqual([])
    })
  })

  describe('control', () => {
    it('can be paused and resumed, cancelled and resumed, and ends as if nothing had been', async () => {
      const messages = manyMessages(1_600)
      const jobId = await queue(write('long.mbox', mbox(messages)))
      const control = async (call: typeof pauseJob) =>
        await server.call(user, call, { project, body: { jobId } })
      await expect.poll(async () => (await job(jobId)).itemsDone, { interval: 10 }).toBeGreaterThan(20)
      expect((await control(pauseJob)).status).toBe(200)
      await expect.poll(async () => (await job(jobId)).state).toBe('Paused')
      const paused = await job(jobId)
      expect(paused.itemsDone).toBeLessThan(1 + messages.length)
      expect(paused.reconciliation?.unexplained).toBe(0)
      expect((await control(resumeJob)).status).toBe(200)
      await expect
        .poll(async () => (await job(jobId)).itemsDone, { interval: 10 })
        .toBeGreaterThan(paused.itemsDone)
      await control(cancelJob)
      await expect.poll(async () => ['Cancelled', 'Completed'].includes((await job(jobId)).state)).toBe(true)
      if ((await job(jobId)).state === 'Cancelled') await control(resumeJob)
      await settledJob(server.services, jobId)
      const done = await job(jobId)
      expect(done.state).toBe('Completed')
      expect(done.reconciliation?.unexplained).toBe(0)
      const parents = await server.services.records.read
        .selectFrom('document')
        .select('title')
        .where('ordinal', '=', 0)
        .execute()
      expect(parents).toHaveLength(new Set(messages).size)
      expect(new Set(parents.map((p) => p.title)).size).toBe(parents.length)
    }, 60_000)

    it('takes all that a container holds when it can be opened at last, and loses nothing of it', async () => {
      const inner = zip([
        { name: 'one.eml', bytes: message({ id: '1', subject: 'One' }) },
        { name: 'two.eml', bytes: message({ id: '2', subject: 'Two' }) },
      ])
      const source = zip([
        { name: 'inner.zip', bytes: inner },
        { name: 'three.eml', bytes: message({ id: '3', subject: 'Three' }) },
      ])
      const path = write('closed.zip', source)
      const done = await withLimits(path, { depth: 1 })
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(['tooDeep'])
      expect(await titles(done.jobId)).toEqual(['Three'])
      await repeat(done.jobId)
      const again = await job(done.jobId)
      expect(await titles(done.jobId)).toEqual(['Three', 'One', 'Two'])
      expect(await exceptions(done.jobId)).toEqual([])
      expect(again.reconciliation).toMatchObject({ itemsIn: 5, promoted: 3, containers: 2, unexplained: 0 })
    })

    it('does so too where another import has read one of the same name', async () => {
      const inner = zip([{ name: 'one.eml', bytes: message({ id: '1', subject: 'One' }) }])
      const three = message({ id: '3', subject: 'Three' })
      const source = zip([
        { name: 'inner.zip', bytes: inner },
        { name: 'three.eml', bytes: three },
      ])
      const done = await withLimits(write('closed.zip', source), { depth: 1 })
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(['tooDeep'])
      // Of the same custodian: a document, and a copy of one, at the same place.
      const within = zip([
        { name: 'three.eml', bytes: three },
        { name: 'four.eml', bytes: message({ id: '4', subject: 'Four' }) },
      ])
      const other = await queue(
        write('closed.zip', zip([{ name: 'inner.zip', bytes: within }])),
        'Beside the queue',
      )
      await settledJob(server.services, other)
      expect((await job(other)).reconciliation).toMatchObject({ promoted: 1, duplicates: 1 })
      await repeat(done.jobId)
      expect(await titles(done.jobId)).toEqual(['Three', 'One'])
      expect(await exceptions(done.jobId)).toEqual([])
    })

    it('does not call a container whole that it has read in part', async () => {
      const source = zip([
        { name: 'one.eml', bytes: message({ id: '1', subject: 'One' }) },
        { name: 'two.eml', bytes: message({ id: '2', subject: 'Two' }) },
      ])
      const done = await withLimits(write('cut.zip', source), { entries: 1 })
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(['tooMany'])
      await repeat(done.jobId)
      // What lies behind the limit is not there, so the exception stays: nothing goes without a trace.
      expect(await titles(done.jobId)).toEqual(['One'])
      expect((await exceptions(done.jobId)).map((row) => row.code)).toEqual(['tooMany'])
      expect((await job(done.jobId)).reconciliation).toMatchObject({ exceptions: 1, unexplained: 0 })
    })

    it('goes on to the end of a source in which the work is shorter than what lies between', async () => {
      const messages = [
        message({ id: '1', subject: 'One', text: 'x'.repeat(200_000) }),
        ...Array.from({ length: 20 }, (_, i) => message({ id: `m${i}`, subject: `Message ${i}` })),
        message({ id: '9', subject: 'Last', text: 'y'.repeat(200_000) }),
      ]
      const file = write('shifts.mbox', mbox(messages))
      const steps: string[] = []
      const request: ParseRequest = {
        sources: [{ file, index: 0, path: ['shifts.mbox'], size: 0, modifiedAt: null }],
        doneUpTo: null,
        maxTextSize: 1000,
        limits: defaultLimits,
        spoolFolder: folder,
        passwords: [],
        timeZone: 'UTC',
        messages: usualMessages,
        known: null,
        poison: [],
        only: [JSON.stringify(['shifts.mbox', 'message@0']), JSON.stringify(['nowhere'])],
        opened: [],
        sets: [],
        continued: [],
        apart: [],
        careful: false,
        // Over at once: each process takes one step.
        shiftMs: -1,
      }
      const { signal } = new AbortController()
      const access = { read: [file], write: [folder] }
      for await (const batch of parseSource(server.services.children, request, access, signal, () => {}))
        for (const { path } of batch.outcomes) steps.push(path.at(-1) ?? '')
      expect(steps).toEqual(['message@0'])
    }, 60_000)

    it('repeats only what failed, and what is there then leaves the exceptions', async () => {
      const source = mbox([message({ id: '1', subject: 'One' }), message({ id: '2', subject: 'Two' })])
      const children = mortal(
        (item, isBlamed) => !isBlamed && item !== 'message@0' && item.startsWith('message@'),
      )
      const done = await withLimits(write('retry.mbox', source), {}, children)
      expect(done.reconciliation).toMatchObject({
        itemsIn: 3,
        promoted: 1,
        containers: 1,
        exceptions: 1,
        unexplained: 0,
      })
      await repeat(done.jobId)
      const again = await job(done.jobId)
      expect(again.reconciliation).toMatchObject({
        itemsIn: 3,
        promoted: 2,
        containers: 1,
        exceptions: 0,
        unexplained: 0,
      })
      expect(again.state).toBe('Completed')
      expect(await titles(done.jobId)).toEqual(['One', 'Two'])
      expect(await exceptions(done.jobId)).toEqual([])
    })
  })
})
