import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { open, takeUp } from '#src/commands/review.ts'
import { search } from '#src/commands/review-list.ts'
import { followChange, hearChange, selectClient, selectProject } from '#src/commands/selection.ts'
import { logIn } from '#src/commands/session.ts'
import { $project, choiceOf, levelOf } from '#src/stores/selection.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { account, goodPassword } from '../server/people.ts'
import { createPerson, type Person, type PersonTab } from '../support/workspaces.ts'

let server: TestServer
let origin: string
let person: Person
let client: number
let projects: readonly [number, number]
let email: string
beforeAll(async () => {
  server = await startServer()
  origin = await server.listen()
  const user = await account(server, { role: 'ProjectManager' })
  client = user.companyId ?? 0
  email = user.email
  projects = [
    await server.project(client, { prefix: 'ONE' }),
    await server.project(client, { prefix: 'TWO' }),
  ]
  await server.member(projects[0], user.userId, 'ReviewManager')
  await server.member(projects[1], user.userId, 'Reviewer')
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await createPerson(origin)
})
afterEach(() => person.close())

const shown = (tab: PersonTab) => choiceOf(tab.app.state().selection, tab.app.tabId())
const said = () =>
  person.kernel.hub.said.filter(({ channel }) => channel === 'affiant').map(({ message }) => message)

async function signedIn(): Promise<PersonTab> {
  const tab = await person.openTab()
  if (!tab.app.state().session.isAuth) await tab.app.dispatch(logIn({ email, password: goodPassword }))
  await tab.rest()
  return tab
}
const choose = async (tab: PersonTab, which: 0 | 1) => {
  await tab.app.dispatch(selectProject({ clientId: client, projectId: projects[which] }))
  await tab.rest()
}
const mirrored = (documentId: number) => ({
  documentId,
  codingIndex: 1,
  projectId: 1,
  tabId: 'x',
  values: '',
})

describe('choosing', () => {
  it('[state-select-client] keeps the client through a reload, and clears the stored current document', async () => {
    const tab = await signedIn()
    tab.storages.codingFormData.set(mirrored(5))
    await tab.app.dispatch(selectClient({ clientId: client }))
    await tab.rest()
    expect(person.local.getItem('codingFormDataReact')).toBeNull()
    await tab.close()
    const reloaded = await person.openTab({ session: tab.session })
    await reloaded.rest()
    expect(shown(reloaded)).toEqual({ clientId: client, projectId: null })
  })

  it('[state-select-project] keeps the project through a reload and for new tabs, and clears the stored current document', async () => {
    const tab = await signedIn()
    tab.storages.codingFormData.set(mirrored(5))
    await choose(tab, 0)
    expect(person.local.getItem('codingFormDataReact')).toBeNull()
    await tab.close()
    const another = await person.openTab()
    await another.rest()
    expect(shown(another)).toEqual({ clientId: client, projectId: projects[0] })
    expect(another.app.scope.getState($project)).toMatchObject({ projectId: projects[0], prefix: 'ONE' })
  })

  it('[state-select-project] [state-select-client] shows no document when one comes back to a project', async () => {
    const tab = await signedIn()
    const current = () => tab.app.state().review.byTab[tab.app.tabId()]?.current ?? null
    for (const leave of [() => choose(tab, 1), () => tab.app.dispatch(selectClient({ clientId: client }))]) {
      await choose(tab, 0)
      await tab.app.dispatch(open({ documentId: 9, position: 0 }))
      await tab.rest()
      expect(current()).toEqual({ documentId: 9, position: 0 })
      await leave()
      await choose(tab, 0)
      expect(tab.app.state().review.byTab[tab.app.tabId()]).toBeDefined()
      expect(current()).toBeNull()
    }
  })

  it('goes on with the document that was left once its screen is opened again, and begins where nothing was', async () => {
    const tab = await signedIn()
    const view = () => tab.app.state().review.byTab[tab.app.tabId()]
    await choose(tab, 0)
    await tab.app.dispatch(takeUp({}))
    await tab.rest()
    expect(view()?.list).toMatchObject({ phase: 'answered', query: { queryString: '' } })
    await tab.app.dispatch(open({ documentId: 9, position: 3 }))
    await choose(tab, 1)
    await choose(tab, 0)
    await tab.app.dispatch(takeUp({}))
    await tab.rest()
    expect(view()?.current).toEqual({ documentId: 9, position: 3 })
    const { searchId } = view()?.list ?? {}
    // Twice is once.
    await tab.app.dispatch(takeUp({}))
    await tab.rest()
    expect(view()).toMatchObject({ current: { documentId: 9, position: 3 }, list: { searchId } })
  })

  it('lets what somebody has searched stand who was quicker than the search that a tab begins with', async () => {
    const tab = await signedIn()
    await choose(tab, 0)
    await Promise.all([
      tab.app.dispatch(takeUp({})),
      tab.app.dispatch(search({ queryString: 'mine', sort: 'documentId', openAt: 0 })),
    ])
    await tab.rest()
    const list = tab.app.state().review.byTab[tab.app.tabId()]?.list
    expect(list).toMatchObject({ phase: 'answered', sort: 'documentId', query: { queryString: 'mine' } })
  })

  it('[role-project-level-stored] keeps the permission level per project, and the current one', async () => {
    const tab = await signedIn()
    const level = () => {
      const { selection, session } = tab.app.state()
      return levelOf(selection, session, tab.app.tabId())
    }
    expect(level()).toBe(2)
    await choose(tab, 0)
    expect(level()).toBe(4)
    await choose(tab, 1)
    expect(level()).toBe(6)
    expect(tab.app.state().selection.levels).toEqual({ [projects[0]]: 4, [projects[1]]: 6 })
  })

  it('leaves a project that is not there for this user, and says so', async () => {
    const elsewhere = await server.project(await server.company())
    const tab = await signedIn()
    await tab.app.dispatch(selectProject({ clientId: client, projectId: elsewhere }))
    await tab.rest()
    expect(shown(tab).projectId).toBeNull()
    expect(tab.app.state().toasts.notifications).toMatchObject([{ kind: 'error' }])
  })
})

describe('switching the project', () => {
  it("[switch-project-broadcast] [client-broadcast-channel] tells the other tabs, with client, project and the sender's id", async () => {
    const tab = await signedIn()
    await choose(tab, 0)
    await choose(tab, 1)
    expect(said()).toContainEqual({
      type: 'CHANGE_PROJECT',
      client,
      project: projects[1],
      broadCastId: tab.app.tabId(),
    })
  })

  it('[switch-project-search-marker] [store-local-review-search-input] marks the search', async () => {
    const tab = await signedIn()
    await choose(tab, 0)
    await tab.app.dispatch(search({ queryString: 'merger' }))
    await tab.rest()
    expect(person.local.getItem('reviewSearchInput')).toBe('merger')
    await choose(tab, 1)
    expect(person.local.getItem('reviewSearchInput')).toBe('__CHANGE_PROJECT__')
  })

  it('takes a tab without unsaved work along, and offers one with unsaved work to save first', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await choose(one, 0)
    // The other tab began without a project: it has nothing to lose, and stays where it is.
    expect(shown(two).projectId).toBeNull()
    await choose(two, 0)
    await choose(one, 1)
    await expect.poll(() => shown(two).projectId).toBe(projects[1])
    await two.rest()

    const { dispatch, tabId } = two.app
    await dispatch(
      hearChange({ clientId: client, projectId: projects[0], from: one.app.tabId(), unsaved: true }),
    )
    expect(two.app.state().selection.offers[tabId()]).toEqual({
      clientId: client,
      projectId: projects[0],
      from: one.app.tabId(),
    })
    expect(shown(two).projectId).toBe(projects[1])
    await dispatch(followChange({}))
    await two.rest()
    expect(shown(two).projectId).toBe(projects[0])
    expect(two.app.state().selection.offers).toEqual({})
  })

  it('ignores its own message, and messages of other programs', async () => {
    const tab = await signedIn()
    await choose(tab, 0)
    const stranger = person.kernel.hub.channels<unknown>('affiant')
    const message = { type: 'CHANGE_PROJECT', client, project: projects[1] }
    for (const odd of [
      { ...message, broadCastId: tab.app.tabId() },
      message,
      null,
      'x',
      { type: 'OTHER', broadCastId: 'y' },
    ]) {
      stranger?.post(odd)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
    await tab.rest()
    expect(shown(tab).projectId).toBe(projects[0])
    expect(tab.faults).toEqual([])
  })
})
