import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login, openMfa } from '#contracts/auth.ts'
import { createCustodian, getProject } from '#contracts/project.ts'
import { main } from '#server/cli/main.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { authenticatorOf, sealKeyFiles, withoutKey } from '#server/platform/auth/seals.ts'
import { recordsFile } from '#server/platform/records/open.ts'
import { Browser } from './browser.ts'
import { filesOf } from './exported.ts'
import { startServer, type TestServer } from './harness.ts'
import { trail } from './people.ts'

const entry = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url))

// Some commands are processes: on a busy machine each takes its time.
describe('the command line', { timeout: 180_000 }, () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'affiant-cli-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const affiant = (words: readonly string[], input = '') => runHere(dataDir, words, input)
  /** For what is about processes: what they answer to the system, and that several work on the same records. */
  const apart = (words: readonly string[], input = '') => runProcess(dataDir, words, input)
  const serverHere = <T>(work: (server: TestServer) => Promise<T>) => withServer(dataDir, work)

  it('explains itself, and says what is wrong with wrong words', async () => {
    const help = await apart(['--help'])
    expect(help.code).toBe(0)
    for (const name of [
      'company add',
      'company list',
      'user add',
      'user list',
      'user show',
      'user disable',
      'user enable',
      'user role',
      'user remove',
      'user reset-mfa',
      'user sign-out',
      'project add',
      'import',
      'reindex',
      'audit verify',
      'reconstruct rebuild',
      'audit export',
    ])
      expect(help.out).toContain(`  ${name} `)
    expect((await affiant(['user', 'add', '--help'])).out).toMatch(/^Usage: affiant user add EMAIL/)
    const cases: [string[], string][] = [
      [[], 'Usage: affiant'],
      [['compnay', 'add', 'X'], '"compnay add" is no command.'],
      [['company', 'add'], '1 word'],
      [['company', 'add', 'A', 'B'], '1 word'],
      [['user', 'add', 'a@b.example', '--role', 'Reviewer'], '--name is missing.'],
      [['user', 'add', 'a@b.example', '--name', 'A', '--role', 'King'], 'Roles: SystemAdmin'],
      [['user', 'add', 'a@b.example', '--name', 'A', '--role', 'Reviewer', '--password', 'x'], '--password'],
      [['user', 'add', 'a@b.example', '--name', 'A', '--role', 'Reviewer', '--project', 'P'], 'go together'],
      [['audit', 'verify', '--all'], 'AFFIANT_DATA'],
      [['reconstruct', 'rebuild'], 'AFFIANT_DATA'],
    ]
    await Promise.all(
      cases.map(async ([words, said]) => {
        const { code, out, err } = await affiant(words)
        expect({ words, code }).toEqual({ words, code: 2 })
        expect(out + err).toContain(said)
        expect(err).not.toMatch(/\n {4}at /)
      }),
    )
  })

  it('works the past of a project out anew, and leaves it as it was', async () => {
    await affiant(['company', 'add', 'Northwind'])
    const add = ['project', 'add', 'Orion', '--company', 'Northwind', '--prefix', 'NW', '--time-zone', 'UTC']
    await affiant(add)
    const choices = (): unknown[] => {
      const db = new Database(recordsFile(dataDir), { readonly: true })
      try {
        return db.prepare('select * from choice_span order by field_id, choice_id, from_seq').all()
      } finally {
        db.close()
      }
    }
    const before = choices()
    expect(before.length).toBeGreaterThan(5)
    expect(await affiant(['reconstruct', 'rebuild', '--project', 'orion'])).toMatchObject({
      code: 0,
      out: 'project:1: worked out from its audit rows\n',
    })
    expect(choices()).toEqual(before)
    expect((await affiant(['reconstruct', 'rebuild'])).err).toContain('Say --project P or --all.')
  })

  it('sets up a client, its people and a project that they can sign in to', async () => {
    expect((await affiant(['company', 'add', 'Northwind'])).out).toBe('Added company 1: Northwind\n')
    const project = [
      'project',
      'add',
      'Orion',
      '--company',
      'northwind',
      '--prefix',
      'NW',
      '--time-zone',
      'Europe/Berlin',
    ]
    expect((await affiant(project)).out).toBe('Added project 1: Orion\n')
    expect((await affiant(['company', 'list'])).out).toBe('company-1: Northwind\n  project-1: Orion\n')
    const user = await affiant([
      'user',
      'add',
      'Ida@Northwind.example',
      '--name',
      'Ida Roth',
      '--role',
      'Default',
      '--company',
      '1',
      '--project',
      'Orion',
      '--project-role',
      'reviewmanager',
    ])
    expect(user.out).toContain(
      'Added user 1: ida@northwind.example, Default\nIn project 1 (Orion): ReviewManager\n',
    )
    const password = /First password: (\S+)/.exec(user.out)?.[1] ?? ''
    expect(password).toMatch(/^([\da-z]{5}-){3}[\da-z]{5}$/)
    await serverHere(async (server) => {
      const browser = new Browser(server)
      const { data } = await browser.call(login, { body: { email: 'ida@northwind.example', password } })
      expect(data.stage).toBe('licence')
      const system = await server.user({ role: 'SystemAdmin' })
      expect((await server.call(system, getProject, { project: 1 })).data).toMatchObject({
        projectName: 'Orion',
        settings: { timeZone: 'Europe/Berlin' },
      })
      const rows = await trail(server, 'project:1')
      expect(rows.map(({ action }) => action)).toEqual([
        'project.created',
        'codingForm.created',
        'user.projectRoleGiven',
      ])
      for (const row of rows)
        expect(row).toMatchObject({
          userId: null,
          facts: { via: expect.stringMatching(/^command line, as /) },
        })
      const dump = JSON.stringify(
        await server.services.records.read.selectFrom('audit').selectAll().execute(),
      )
      expect(dump).not.toContain(password)
    })
    const verified = await affiant(['audit', 'verify', '--all'])
    expect(verified.code).toBe(0)
    expect(verified.out).toMatch(
      /^company:1: 4 rows, holds, head [\da-f]{64}, no signed head, rows 1 to 4 not covered yet$/m,
    )
    expect((await affiant(['audit', 'verify', '--project', 'Orion'])).out).toMatch(
      /^project:1: 3 rows, holds/,
    )
  })

  it('closes accounts, changes what they may do, and opens them again, while the server runs', async () => {
    await affiant(['company', 'add', 'Northwind', '--mfa'])
    await affiant(['company', 'add', 'Larkspur'])
    await affiant(['project', 'add', 'Orion', '--company', '1', '--prefix', 'NW', '--time-zone', 'UTC'])
    const add = async (email: string, role: string, ...more: string[]) => {
      const words = ['user', 'add', `${email}@a.example`, '--name', email, '--role', role, ...more]
      return /First password: (\S+)/.exec((await affiant(words)).out)?.[1] ?? ''
    }
    const password = await add(
      'ida',
      'Default',
      '--company',
      '1',
      '--project',
      'Orion',
      '--project-role',
      'Reviewer',
    )
    await add('ann', 'ClientAdmin', '--company', '1')
    await add('bob', 'ClientAdmin', '--company', '2')
    await add('root', 'SystemAdmin')
    const said = async (...words: string[]) => {
      const { code, out, err } = await affiant(['user', ...words])
      return code === 0 ? out + err : `${code}: ${err}`
    }
    await serverHere(async (server) => {
      const browser = new Browser(server)
      const body = { email: 'ida@a.example', password }
      browser.token = (await browser.call(login, { body })).data.token
      expect(await said('show', 'ida@a.example')).toBe(
        [
          'User 1: ida@a.example, ida',
          'Account: active',
          'Company: company-1 (Northwind)',
          'Role: Default',
          'Role in project-1 (Orion): Reviewer',
          'Second step: not set up, required',
          'Open sessions: 1',
          '',
        ].join('\n'),
      )
      expect(await said('disable', 'Ida@A.example')).toBe('Disabled ida@a.example. Its session has ended.\n')
      // By the server that runs, with its next request.
      expect((await browser.call(openMfa)).status).toBe(401)
      expect((await browser.call(login, { body })).status).toBe(401)
      expect(await said('disable', 'ida@a.example')).toBe('ida@a.example is disabled already.\n')
      expect(await said('list', '--company', 'Northwind')).toBe(
        'ann@a.example, ClientAdmin, Northwind\nida@a.example, Default, Northwind, disabled\n',
      )
      expect(await said('enable', 'ida@a.example')).toBe('Enabled ida@a.example.\n')
      expect((await browser.call(login, { body })).status).toBe(200)
      expect(await said('sign-out', 'ida@a.example')).toContain('Signed ida@a.example out.')
      expect(await said('reset-mfa', 'ida@a.example')).toBe('ida@a.example has set up no second step.\n')
    })
    expect(await said('role', 'ida@a.example', 'ReviewManager', '--project', 'Orion')).toBe(
      'The role of ida@a.example in project-1 (Orion) is ReviewManager now.\n',
    )
    expect(await said('list', '--project', 'Orion')).toBe('ida@a.example, ReviewManager, Northwind\n')
    expect(await said('role', 'bob@a.example', 'Reviewer', '--project', 'Orion')).toMatch(
      /^2: bob@a.example is of another company/,
    )
    expect(await said('role', 'ida@a.example', 'King')).toContain('Roles: SystemAdmin')
    expect(await said('role', 'ida@a.example', 'SystemAdmin', '--project', '1')).toContain(
      'Roles: ProjectManager',
    )
    expect(await said('remove', 'ida@a.example')).toMatch(/^2: Say --project P or --company C/)
    // Who asked for it must be one who may, and is named; without that the operator answers for it.
    const asks = (by: string, ...words: string[]) => said(...words, '--asked-by', `${by}@a.example`)
    expect(await asks('bob', 'disable', 'ida@a.example')).toMatch(/^1: bob@a.example may not ask for this/)
    expect(await asks('ida', 'disable', 'ann@a.example')).toMatch(/^1: ida@a.example may not ask for this/)
    expect(await asks('ann', 'disable', 'ann@a.example')).toMatch(/^1: .*their own account/)
    expect(await asks('ann', 'remove', 'ida@a.example', '--company', '1')).toBe(
      'Removed ida@a.example from company-1 (Northwind) and 1 projects. Sessions ended: 0.\n',
    )
    expect(await said('disable', 'ann@a.example')).toContain(
      'company-1 has no active client administrator any more.',
    )
    expect(await said('disable', 'root@a.example')).toMatch(/^1: root@a.example is the last system/)
    await serverHere(async (server) => {
      const rows = await trail(server, 'project:1')
      expect(rows.at(-1)).toMatchObject({
        action: 'user.projectRoleTaken',
        facts: { userId: 1, askedBy: 2, via: expect.stringContaining('command line') },
      })
    })
    expect((await affiant(['audit', 'verify', '--all'])).code).toBe(0)
  })

  it('exports a trail, and verifies an export where there are no records at all', async () => {
    await affiant(['company', 'add', 'Northwind'])
    const add = ['project', 'add', 'Orion', '--company', '1', '--prefix', 'NW', '--time-zone', 'UTC']
    await affiant(add)
    const file = join(dataDir, 'trail.zip')
    const made = await affiant(['audit', 'export', '--project', 'Orion', file])
    expect(made.out).toMatch(/^Wrote 3 rows to .*trail\.zip\nSigned by the key [\da-f]{64}\n$/)
    const key = (await affiant(['audit', 'key'])).out
    const fingerprint = /^Fingerprint: ([\da-f]{64})$/m.exec(key)?.[1] ?? ''
    expect(made.out).toContain(fingerprint)
    expect(key).toContain('-----BEGIN PUBLIC KEY-----')
    expect((await affiant(['audit', 'export', '--project', 'Orion', file])).code).toBe(2)
    const verified = await affiant(['audit', 'verify', '--project', 'Orion'])
    expect(verified.out).toMatch(/^project:1: 3 rows, holds, .*, 1 signed head, the last at /)

    const nowhere = mkdtempSync(join(tmpdir(), 'affiant-cli-'))
    const run = (words: readonly string[]) => runHere(nowhere, ['audit', 'verify', ...words], '')
    try {
      const { 'audit.ndjson': rows = Buffer.alloc(0) } = await filesOf(readFileSync(file))
      const alone = join(dataDir, 'audit.ndjson')
      writeFileSync(alone, rows)
      for (const name of [file, alone]) {
        const { code, out } = await run([name, '--key', fingerprint])
        expect({ name, code }).toEqual({ name, code: 0 })
        expect(out).toMatch(/^HOLDS\. project:1: 3 rows/)
      }
      writeFileSync(alone, rows.subarray(0, -20))
      const cut = await run([alone])
      expect(cut.code).toBe(1)
      expect(cut.out).toMatch(/^DOES NOT HOLD\. Line 5, row 3: the file ends in the middle of this line/)
      writeFileSync(file, readFileSync(file).fill(0, 900, 910))
      expect((await run([file])).code).toBe(1)
      for (const words of [[], [alone, '--all'], ['--all', '--key', fingerprint], [join(dataDir, 'none')]])
        expect({ words, code: (await run(words)).code }).toEqual({ words, code: 2 })
    } finally {
      rmSync(nowhere, { recursive: true, force: true })
    }
  })

  it('backs everything up while the server runs, and restores it into an empty folder only', async () => {
    const file = join(dataDir, 'all.backup')
    const restored = mkdtempSync(join(tmpdir(), 'affiant-cli-'))
    const authenticator = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const into = (words: readonly string[]) => runHere(restored, words, '')
    try {
      await affiant(['company', 'add', 'Northwind'])
      await serverHere(async (server) => {
        const { sha256, size } = await server.services.blobs.put(Buffer.from('a file'))
        await server.services.records.write('interactive', (trx) =>
          trx.insertInto('blob').values({ sha256, size, at: '2026-01-01T00:00:00.000Z' }).execute(),
        )
        const { userId } = await server.user({ role: 'SystemAdmin', email: 'root@a.example' })
        const totp_secret = server.services.seals.seal(authenticator, authenticatorOf(userId))
        await server.services.records.write('interactive', (trx) =>
          trx.updateTable('app_user').set({ totp_secret }).where('user_id', '=', userId).execute(),
        )
        const made = await apart(['backup', file])
        expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^Wrote \d+ rows and 1 files to /) })
        expect(made.err).toContain('the key of the authenticators')
      })
      // Neither the secret of an authenticator nor what it is sealed with.
      const [sealKey = ''] = sealKeyFiles({ dataDir })
      const backup = readFileSync(file, 'latin1')
      expect(backup).toContain('root@a.example')
      for (const secret of [authenticator, readFileSync(sealKey, 'latin1').trim()])
        expect(backup).not.toContain(secret)
      expect((await affiant(['backup', file])).code).toBe(2)
      expect(await affiant(['restore', file])).toMatchObject({
        code: 1,
        err: expect.stringContaining('is not empty'),
      })
      const done = await into(['restore', file])
      expect(done).toMatchObject({ code: 0, out: expect.stringContaining('2 audit chains hold.') })
      expect(done.err).toContain('root@a.example')
      copyFileSync(sealKey, join(restored, 'keys', basename(sealKey)))
      await withServer(restored, async ({ services }) => {
        expect(await withoutKey(services.records.read, services.seals)).toEqual([])
      })
      const verified = await into(['audit', 'verify', '--all'])
      expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^company:1: 1 row, holds/) })
      // The installation is the same one.
      expect((await into(['audit', 'key'])).out).toBe((await affiant(['audit', 'key'])).out)
      rmSync(restored, { recursive: true })
      writeFileSync(file, readFileSync(file).subarray(0, -2000))
      expect(await into(['restore', file])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/cut off in or after (end|files)\//),
      })
      expect((await into(['restore', join(dataDir, 'none')])).code).toBe(2)
    } finally {
      rmSync(restored, { recursive: true, force: true })
    }
  })

  it('reads a password from standard input, holds it to the rules and never repeats it', async () => {
    const add = [
      'user',
      'add',
      'ida@northwind.example',
      '--name',
      'Ida',
      '--role',
      'SystemAdmin',
      '--password-stdin',
    ]
    const common = await affiant(add, 'password12345\n')
    expect(common.code).toBe(1)
    expect(common.err).toContain('among the first')
    expect((await affiant(add, 'short\n')).code).toBe(2)
    expect((await affiant(add, '')).code).toBe(2)
    const good = await apart(add, 'tangerine-otter-pavement-38\n')
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toBe('Added user 1: ida@northwind.example, SystemAdmin\n')
    await serverHere(async (server) => {
      const body = { email: 'ida@northwind.example', password: 'tangerine-otter-pavement-38' }
      expect((await new Browser(server).call(login, { body })).status).toBe(200)
    })
  })

  it('says what to do where something is taken, missing or not allowed', async () => {
    await affiant(['company', 'add', 'Northwind'])
    const cases: [string[], number, string][] = [
      [['company', 'add', ' northwind '], 1, 'There is a company named northwind already.'],
      [['user', 'add', 'a@b.example', '--name', 'A', '--role', 'Reviewer'], 1, 'belongs to a company'],
      [['user', 'add', 'no-address', '--name', 'A', '--role', 'SystemAdmin'], 1, 'is not an e-mail address'],
      [
        ['user', 'add', 'a@b.example', '--name', 'A', '--role', 'Reviewer', '--company', 'Sud'],
        2,
        'affiant company add NAME',
      ],
      [
        ['project', 'add', 'P', '--company', '1', '--prefix', 'NW', '--time-zone', 'Mars/X'],
        1,
        'America/New_York',
      ],
      [['project', 'add', 'P', '--company', '1', '--prefix', 'N W', '--time-zone', 'UTC'], 2, 'at most 20'],
      [['audit', 'verify', '--project', 'Nope'], 2, 'There is no project "Nope".'],
      [['import', '/nowhere', '--project', 'Nope', '--custodian', 'A'], 2, 'affiant project add NAME'],
    ]
    await Promise.all(
      cases.map(async ([words, code, said]) => {
        const result = await affiant(words)
        expect({ words, code: result.code, err: result.err }).toEqual({
          words,
          code,
          err: expect.stringContaining(said),
        })
      }),
    )
  })

  it('finds the first row of a trail that was tampered with', async () => {
    await affiant(['company', 'add', 'Northwind'])
    await affiant(['company', 'add', 'Southwind'])
    for (const email of ['a@b.example', 'b@b.example', 'c@b.example'])
      await affiant(['user', 'add', email, '--name', 'X', '--role', 'Reviewer', '--company', 'Northwind'])
    const db = new Database(recordsFile(dataDir))
    db.exec('drop trigger audit_unchanged')
    db.prepare(
      "update audit set text = replace(text, 'Reviewer', 'Default') where chain = 'company:1' and seq = 3",
    ).run()
    db.close()
    const { code, out, err } = await apart(['audit', 'verify', '--all'])
    expect(code).toBe(1)
    expect(out).toContain('company:1: 2 rows, BROKEN at row 3: ')
    expect(out).toMatch(/^company:2: 1 row, holds/m)
    expect(err).toContain('1 of 2 chains do not hold.')
  })

  it('works on the records while the server writes to them, and no chain breaks', async () => {
    await serverHere(async (server) => {
      const company = await server.company('Northwind')
      const project = await server.project(company, { name: 'Orion' })
      const admin = await server.user({ role: 'ClientAdmin', companyId: company })
      let going = true
      let written = 0
      const writing = (async () => {
        while (going) {
          const body = { name: `Custodian ${written}` }
          expect((await server.call(admin, createCustodian, { project, body })).status).toBe(200)
          written += 1
        }
      })()
      const added = await Promise.all(
        Array.from({ length: 5 }, (_, i) =>
          apart([
            'user',
            'add',
            `u${i}@northwind.example`,
            '--name',
            `U${i}`,
            '--role',
            'Default',
            '--company',
            'Northwind',
            '--project',
            'Orion',
            '--project-role',
            'Reviewer',
          ]),
        ),
      )
      going = false
      await writing
      expect(added.map(({ code, err }) => ({ code, failed: /fail|error|lock/i.test(err) }))).toEqual(
        added.map(() => ({ code: 0, failed: false })),
      )
      expect(written).toBeGreaterThan(5)
      const chain = await verifyChain(server.services.records.read, `project:${project}`)
      expect(chain).toMatchObject({ firstBroken: null, rows: written + 5 })
      const members = await server.services.records.read.selectFrom('project_user').selectAll().execute()
      expect(members).toHaveLength(5)
    })
    expect((await affiant(['audit', 'verify', '--all'])).code).toBe(0)
  })

  describe('import and reindex', () => {
    let mail: string
    beforeAll(() => {
      mail = mkdtempSync(join(tmpdir(), 'affiant-mail-'))
      mkdirSync(join(mail, 'inbox'))
      for (let i = 0; i < 12; i += 1) writeFileSync(join(mail, 'inbox', `${i}.eml`), message(i))
      // The same message twice: a duplicate for the reconciliation.
      writeFileSync(join(mail, 'inbox', 'copy.eml'), message(3))
    })
    afterAll(() => rmSync(mail, { recursive: true, force: true }))

    const importing = ['--project', 'Orion', '--custodian', 'Rivera, Ana']
    const setUp = async () => {
      await affiant(['company', 'add', 'Northwind'])
      await affiant(['project', 'add', 'Orion', '--company', '1', '--prefix', 'NW', '--time-zone', 'UTC'])
    }

    it('are done here where no server runs, with a reconciliation that balances', async () => {
      await setUp()
      const nobody = await affiant(['import', mail, ...importing])
      expect({ code: nobody.code, err: nobody.err }).toEqual({
        code: 2,
        err: expect.stringContaining('affiant user add EMAIL'),
      })
      // The company's own administrator will do, and nobody of another company.
      await affiant(['company', 'add', 'Larkspur'])
      const admin = (name: string, company: string) =>
        affiant([
          'user',
          'add',
          `${name}@a.example`,
          '--name',
          name,
          '--role',
          'ClientAdmin',
          '--company',
          company,
        ])
      await admin('lou', 'Larkspur')
      expect((await affiant(['import', mail, ...importing])).code).toBe(2)
      expect((await affiant(['import', mail, ...importing, '--user', 'lou@a.example'])).err).toContain(
        'is of another company',
      )
      await admin('nora', 'Northwind')
      const nothing = await affiant(['import', join(mail, 'nothing'), ...importing])
      expect({ code: nothing.code, err: nothing.err }).toEqual({
        code: 1,
        err: expect.stringContaining('There is nothing at'),
      })
      const done = await affiant(['import', mail, ...importing])
      expect(done.code).toBe(0)
      expect(done.out).toMatch(
        /Completed: 14 items in = 12 promoted \+ 0 waiting \+ 1 duplicates \+ 0 de-NISTed \+ 1 containers/,
      )
      expect(done.out).not.toContain('unexplained')
      await serverHere(async (server) => {
        // Whose account it is done for did not do it: the trail says who was at the machine.
        const rows = (await trail(server, 'project:1')).filter(({ facts }) => 'via' in facts)
        expect(rows.map(({ action }) => action)).toEqual(
          expect.arrayContaining(['custodian.added', 'import.queued']),
        )
      })
      const again = await affiant(['reindex', '--project', '1'])
      expect({ code: again.code, out: again.out }).toEqual({ code: 0, out: 'Indexed 12 documents\n' })
      expect((await affiant(['audit', 'verify', '--all'])).code).toBe(0)
    })

    it('are done here where the server was killed at its work, however long its lease stands', async () => {
      await setUp()
      await affiant(['user', 'add', 'root@northwind.example', '--name', 'Root', '--role', 'SystemAdmin'])
      await affiant(['reindex', '--project', '1'])
      const db = new Database(recordsFile(dataDir))
      db.prepare("update job set state = 'Running', lease_owner = ?, lease_until = ?").run(
        await nameOfDead(),
        '2999-01-01T00:00:00.000Z',
      )
      db.close()
      expect(await affiant(['import', mail, ...importing])).toMatchObject({ code: 0 })
    })

    it('are done by the server where one runs', async () => {
      await setUp()
      await affiant(['user', 'add', 'root@northwind.example', '--name', 'Root', '--role', 'SystemAdmin'])
      await serverHere(async (server) => {
        const owners = new Set<string | null>()
        const watch = setInterval(() => {
          void server.services.records.read
            .selectFrom('job')
            .select('lease_owner')
            .execute()
            .then((rows) => rows.forEach(({ lease_owner }) => void owners.add(lease_owner)))
        }, 5)
        const done = await apart(['import', mail, ...importing])
        const again = await apart(['reindex', '--project', 'Orion'])
        clearInterval(watch)
        expect({ code: done.code, err: done.err }).toMatchObject({ code: 0 })
        expect(again.out).toBe('Indexed 12 documents\n')
        owners.delete(null)
        expect(owners.size).toBe(1)
        const jobs = await server.services.records.read
          .selectFrom('job')
          .select(['kind', 'state'])
          .where('kind', '!=', 'analysis')
          .execute()
        expect(jobs).toEqual([
          { kind: 'import', state: 'Completed' },
          { kind: 'reindex', state: 'Completed' },
        ])
      })
    })
  })
})

async function withServer<T>(dataDir: string, work: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await startServer({ dataDir })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

/** The name of a process that was killed just now. */
async function nameOfDead(): Promise<string> {
  const holder = spawn(process.execPath, [fileURLToPath(new URL('./children/holder.ts', import.meta.url))])
  const ended = once(holder, 'close')
  const [line] = (await once(createInterface({ input: holder.stdout }), 'line')) as [string]
  holder.kill('SIGKILL')
  await ended
  return line
}

interface Said {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

const settingsIn = (dataDir: string) => ({ AFFIANT_DATA: dataDir, AFFIANT_SAMPLE: 'off' })

/** What a command does and says, in this process. */
async function runHere(dataDir: string, words: readonly string[], input: string): Promise<Said> {
  const [lines, notes]: [string[], string[]] = [[], []]
  const terminal = {
    line: (text: string) => void lines.push(`${text}\n`),
    note: (text: string) => void notes.push(`${text}\n`),
    input: () => Promise.resolve(input),
  }
  const code = await main(words, terminal, settingsIn(dataDir))
  return { code, out: lines.join(''), err: notes.join('') }
}

function runProcess(dataDir: string, words: readonly string[], input: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...words], {
      env: {
        PATH: process.env.PATH,
        // As where people start it: what one of these many processes has compiled the next need not.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...settingsIn(dataDir),
      },
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    // A command that does not read its input may have ended already.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

const message = (i: number): string =>
  [
    `From: Ana Rivera <ana@northwind.example>`,
    `To: Li Chen <li@northwind.example>`,
    `Subject: Shipment ${i}`,
    `Date: Mon, 01 Mar 2021 10:${String(i).padStart(2, '0')}:00 +0000`,
    `Message-ID: <${i}@northwind.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Container number ${i * 7919} left the harbour.`,
    '',
  ].join('\r\n')
