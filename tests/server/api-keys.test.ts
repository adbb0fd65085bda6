/** Keys for other applications: made by whom, good for what, and ended when. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callsOfKeys, keyBegin, listKeys, makeKey, revokeKey } from '#contracts/api-keys.ts'
import { documentHistory } from '#contracts/audit.ts'
import { getProfile, getToken, putPassword } from '#contracts/auth.ts'
import type { AnyCall, BodyOf, CallDef } from '#contracts/call.ts'
import { saveCoding } from '#contracts/coding.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import { listOwnProjects } from '#contracts/company.ts'
import { allCalls } from '#contracts/index.ts'
import { listMembers } from '#contracts/members.ts'
import { capabilities, grantable, type RoleName } from '#contracts/permission.ts'
import { createProject, getProject, renameProject } from '#contracts/project.ts'
import { disable } from '#server/platform/auth/standing.ts'
import { type CallOptions, costlyDialects, requestOf, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, fieldNamed, type Matter, startMatter } from './matter.ts'
import { goodPassword, trail } from './people.ts'

type Asked = Partial<BodyOf<typeof makeKey>>

describe.each(costlyDialects)('keys for other applications on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let owner: TestUser
  let other: number
  beforeEach(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
    other = await matter.server.project(matter.companyId, { name: 'Other', prefix: 'OTH' })
    owner = await person('ProjectManager', matter.projectId, other)
  })
  afterEach(() => matter.close())

  async function person(role: RoleName, ...projects: number[]): Promise<TestUser> {
    const user = await matter.server.user({ role, companyId: matter.companyId, password: goodPassword })
    for (const projectId of projects) await matter.server.member(projectId, user.userId, role)
    return user
  }
  const ask = (as: TestUser, asked: Asked = {}) =>
    matter.server.call(as, makeKey, {
      body: {
        ...{ label: 'Nightly export', days: 30, projectIds: null, role: null, readOnly: false },
        proof: goodPassword,
        ...asked,
      },
    })
  const make = async (asked: Asked = {}, as = owner) => (await ask(as, asked)).data
  const by = <C extends AnyCall>(secret: string, call: C, options: CallOptions<C> = {}) =>
    matter.server.call(null, call, {
      ...options,
      headers: { authorization: `Bearer ${secret}`, ...options.headers },
    })
  const code = (secret: string, value: number, seen: number, as: string = secret) => {
    const { coding_form_field_id } = fieldNamed(form, 'Pages')
    return by(as, saveCoding, {
      project: matter.projectId,
      key: `command-${value}`,
      ifMatch: ifMatchOf(new Map([[coding_form_field_id, seen]])),
      body: {
        documentId: matter.documents[0],
        coding_form_id: form.coding_form_id,
        fields: [{ name: 'Pages', value, coding_form_field_id }],
        undo: { kind: 'do', group: `group-${value}00000`, targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  }

  it('[settings-passkey-generate] [rest-any-v1-user-token-passkeys] answers the secret once, keeps a hash, and lists what was made', async () => {
    const { key, secret } = await make({ projectIds: [matter.projectId] })
    expect(secret).toMatch(/^affk_[\w-]{43}$/)
    expect(key).toMatchObject({
      ...{ label: 'Nightly export', shown: secret.slice(0, 8), usedAt: null, inForce: true },
      projects: [{ projectId: matter.projectId, projectName: 'Matter' }],
    })
    expect(Date.parse(key.endsAt) - Date.parse(key.madeAt)).toBe(30 * 86_400_000)
    const listed = await matter.server.call(owner, listKeys)
    expect(listed.data.data).toEqual([key])
    expect(listed.data.projects.map(({ projectId }) => projectId)).toEqual([matter.projectId, other])
    expect(listed.raw.body).not.toContain(secret)
    const rows = await matter.server.services.records.read.selectFrom('api_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const said = await trail(matter.server, `company:${matter.companyId}`)
    expect(said.at(-1)).toMatchObject({ action: 'auth.keyMade', beside: { label: 'Nightly export' } })
    expect(JSON.stringify(said)).not.toContain(secret)
  })

  it('asks again who it is: a wrong password makes no key and is counted, a right one does', async () => {
    const wrong = await ask(owner, { proof: 'not-the-password-1' })
    expect([wrong.status, wrong.error.detail]).toEqual([400, 'proof'])
    expect((await matter.server.call(owner, listKeys)).data.data).toEqual([])
    expect((await trail(matter.server, `company:${matter.companyId}`)).at(-1)?.action).toBe(
      'auth.proofFailed',
    )
    for (let tries = 0; tries < 4; tries++) await ask(owner, { proof: 'not-the-password-1' })
    const locked = await ask(owner)
    expect([locked.status, locked.raw.headers['retry-after']]).toEqual([429, '1'])
  })

  it('makes keys for those alone whom the matrix lets, in their projects, and no stronger than they are', async () => {
    const reviewer = await person('Reviewer', matter.projectId)
    const refused = await ask(reviewer)
    expect([refused.status, refused.error.detail]).toEqual([403, 'apiKey.use'])
    expect((await matter.server.call(reviewer, listKeys)).data.projects).toEqual([])
    const third = await matter.server.project(matter.companyId, { name: 'Third', prefix: 'THI' })
    expect((await ask(owner, { projectIds: [third] })).status).toBe(404)
    const support = await person('LitigationSupport', matter.projectId)
    const stronger = await ask(support, { role: 'ProjectManager' })
    expect([stronger.status, stronger.error.detail]).toEqual([400, 'role'])
    expect((await ask(support, { role: 'Reviewer' })).status).toBe(200)
    for (const days of [0, 366]) expect((await ask(owner, { days })).status).toBe(400)
  })

  it('lets a program work in its projects, and says in the trail by which key', async () => {
    const { key, secret } = await make({ projectIds: [matter.projectId] })
    expect((await by(secret, listOwnProjects)).data.data.map(({ projectId }) => projectId)).toEqual([
      matter.projectId,
    ])
    expect((await by(secret, getProject, { project: matter.projectId })).status).toBe(200)
    expect((await by(secret, getProject, { project: other })).status).toBe(404)
    // No XSRF pair goes with it: no browser sends it by itself.
    expect((await code(secret, 1, 0)).status).toBe(200)
    const history = await matter.server.call(matter.manager, documentHistory, {
      project: matter.projectId,
      query: { documentId: matter.documents[0] },
    })
    expect(history.data.data[0]).toMatchObject({
      ...{ action: 'coding.saved', newValue: 1, how: 'api', userId: owner.userId },
      apiKey: { keyId: key.keyId, label: 'Nightly export' },
    })
    expect((await matter.server.call(owner, listKeys)).data.data[0]?.usedAt).not.toBeNull()
  })

  it('takes away what it is to take away: a weaker role, and all that changes something', async () => {
    const weak = await make({ role: 'Reviewer' })
    expect((await by(weak.secret, renameProject, { project: matter.projectId, body: {} })).status).toBe(403)
    expect((await code(weak.secret, 1, 0)).status).toBe(200)
    const reader = await make({ readOnly: true })
    const refused = await code(reader.secret, 2, 1)
    expect([refused.status, refused.error.detail]).toEqual([403, 'key'])
    expect((await by(reader.secret, getProject, { project: matter.projectId })).status).toBe(200)
  })

  it('never signs in, keeps no account, and decides nobody’s rights, whatever its owner may', async () => {
    const admin = await person('ClientAdmin')
    const { secret } = await make({}, admin)
    for (const call of [getToken, getProfile, putPassword, listKeys, makeKey, revokeKey, createProject]) {
      const { status, error } = await by(secret, call, call.method === 'GET' ? {} : { body: {} })
      expect({ call: call.name, status, detail: error.detail }).toEqual({
        ...{ call: call.name, status: 403, detail: 'key' },
      })
    }
    expect((await matter.server.call(admin, listMembers, { project: matter.projectId })).status).toBe(200)
    expect((await by(secret, listMembers, { project: matter.projectId })).status).toBe(403)
  })

  it('ends at once: revoked, run out, its owner closed, weaker, or out of the project', async () => {
    const look = async (secret: string) =>
      (await by(secret, getProject, { project: matter.projectId })).status
    const revoked = await make()
    expect(await look(revoked.secret)).toBe(200)
    const elsewhere = await person('ProjectManager', matter.projectId)
    const foreign = await matter.server.call(elsewhere, revokeKey, { body: { keyId: revoked.key.keyId } })
    expect(foreign.status).toBe(404)
    const ended = await matter.server.call(owner, revokeKey, { body: { keyId: revoked.key.keyId } })
    expect(ended.data.inForce).toBe(false)
    const { status, error, raw } = await by(revoked.secret, getProject, { project: matter.projectId })
    expect([status, error.code, raw.headers['www-authenticate']]).toEqual([401, 'auth.failed', 'Bearer'])

    const short = await make({ days: 1 })
    matter.server.setNow(new Date(Date.now() + 86_400_000 + 1_000))
    expect(await look(short.secret)).toBe(401)
    matter.server.setNow(null)

    const { secret } = await make()
    await matter.server.services.records.write('interactive', (trx) =>
      trx
        .updateTable('project_user')
        .set({ role: 'Reviewer' })
        .where('user_id', '=', owner.userId)
        .where('project_id', '=', matter.projectId)
        .execute(),
    )
    expect(await look(secret)).toBe(404)
    expect((await by(secret, getProject, { project: other })).status).toBe(200)
    await matter.server.services.records.write('interactive', (trx) =>
      disable(trx, { now: () => new Date() }, null, owner.userId),
    )
    expect((await by(secret, getProject, { project: other })).status).toBe(401)
    const { ended: cut } = matter.server.services.admission
    expect(await cut([`key:${revoked.key.keyId}`, 'nobody'])).toEqual([`key:${revoked.key.keyId}`])
  })

  it('counts wrong keys by network, a few of them in the trail, and holds a flood back', async () => {
    const wrong = () => by(`${keyBegin}${randomBytes(32).toString('base64url')}`, listOwnProjects)
    matter.server.setNow(new Date())
    const answers: number[] = []
    for (let tries = 0; tries < 61; tries++) answers.push((await wrong()).status)
    expect([answers[0], answers[59], answers[60]]).toEqual([401, 401, 429])
    const said = await trail(matter.server, 'system')
    expect(said.filter(({ action }) => action === 'auth.keyRefused')).toHaveLength(5)
    // A session beside it does not count: a request with a key goes by the key.
    const request = requestOf(owner, listOwnProjects, { headers: { authorization: 'Bearer affk_x' } })
    matter.server.setNow(new Date(Date.now() + 60_000))
    expect((await matter.server.app.inject(request)).statusCode).toBe(401)
  })

  it('refuses a key in an address, plain or encoded', async () => {
    const { secret } = await make()
    for (const url of [`/rest/project?key=${secret}`, `/rest/project/%61${secret.slice(1)}`, `/${secret}`]) {
      const raw = await matter.server.app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
      expect(raw.statusCode).toBe(400)
      expect(raw.json<{ message: string }>().message).toContain('Revoke that key')
      expect(raw.body).not.toContain(secret)
    }
  })

  it('[open-role-capabilities] reaches no further than its owner, and as far as its role, on every call', async () => {
    const strong = await make()
    const weak = await make({ role: 'SeniorReviewer' })
    const senior = matter.senior
    const statusOf = async (call: AnyCall, as: TestUser | null, secret?: string) => {
      const request = requestOf(as, call, {
        query: { probe: '1' },
        project: matter.projectId,
        ...(call.rawBody === true ? { body: Buffer.from('x') } : call.method === 'GET' ? {} : { body: {} }),
        ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }),
      } as CallOptions<CallDef<never, never, never, never>>)
      const url = String(request.url).replaceAll(/:\w+/g, '1')
      return (await matter.server.app.inject({ ...request, url })).statusCode
    }
    const closed = allCalls.filter(({ needs }) => needs !== 'public')
    expect(closed.length).toBeGreaterThan(150)
    for (const call of closed) {
      const [asOwner, asSenior] = [await statusOf(call, owner), await statusOf(call, senior)]
      const [byStrong, byWeak] = [
        await statusOf(call, null, strong.secret),
        await statusOf(call, null, weak.secret),
      ]
      const forKeys = call.scope === 'project' || callsOfKeys.has(call.name)
      const decides = ['user.manage', 'wall.manage', 'support.open'].includes(call.needs)
      expect({ call: call.name, byStrong }).toEqual({
        call: call.name,
        byStrong: !forKeys || decides ? 403 : asOwner,
      })
      // What a project grants to a senior reviewer it has not granted to a key.
      const granted = grantable('SeniorReviewer').some((capability) => capability === call.needs)
      expect({ call: call.name, byWeak }).toEqual({
        call: call.name,
        byWeak: !forKeys || decides || granted ? 403 : asSenior,
      })
    }
  })

  it('names only calls and capabilities that there are', () => {
    for (const name of callsOfKeys) expect(allCalls.map((call) => call.name)).toContain(name)
    expect(capabilities).toContain('apiKey.use')
  })
})
