// @vitest-environment jsdom
/** Every address of the product, who may stand there, and what shows when something fails. */

import { readFileSync } from 'node:fs'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lazy, type ReactElement, Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { messages } from '#contracts/errors.ts'
import { logIn } from '#src/commands/session.ts'
import { addressIn, lazily } from '#src/routes/chunk.ts'
import { Failing, faultText } from '#src/routes/error-page.tsx'
import { publicPaths, publicScreens, type Section, sections } from '#src/routes/sections.ts'
import { $choice } from '#src/stores/selection.ts'
import { inDeepRun } from '#tests/runs.ts'
import { type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
  vi.restoreAllMocks()
})

const signedIn = async (
  role: Parameters<Desk['signIn']>[0] = 'SystemAdmin',
  project: 'open' | 'none' = 'open',
) => {
  desk = await openDesk()
  await desk.signIn(role, project)
}
const sectionAt = (path: string): Section => {
  const found = sections.find((section) => section.path === path)
  if (found === undefined) throw new Error(`No screen stands at ${path}`)
  return found
}
/** The screen of an address is told by its heading. */
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name }, { timeout: 8000 })

describe('the event log', () => {
  const which = async () => (await screen.findByLabelText('Which log')) as HTMLSelectElement
  const offered = (select: HTMLSelectElement) => [...select.options].map(({ value }) => value)

  it("opens on the account's log where no project is open, and offers none of a project", async () => {
    await signedIn('Reviewer', 'none')
    desk.show('/client/eventlog')
    const select = await which()
    expect(select.value).toBe('account')
    expect(offered(select)).toEqual(['account', 'device'])
  })

  it('opens on the log of what the address is about, and switches to the other', async () => {
    await signedIn('Reviewer')
    const { unmount } = desk.show('/overview/eventlog')
    expect((await which()).value).toBe('project')
    unmount()
    desk.show('/client/eventlog')
    const select = await which()
    expect(select.value).toBe('account')
    fireEvent.change(select, { target: { value: 'project' } })
    expect(select.value).toBe('project')
  })
})

describe('public addresses', () => {
  it('[route-root] [route-root-login] / is the sign-in screen', async () => {
    desk = await openDesk()
    desk.show('/')
    await heading('Sign in')
    expect(screen.getByLabelText('E-mail')).toBeTruthy()
    expect(screen.getByLabelText('Password')).toBeTruthy()
  })

  it.each([
    ['[route-reset-password]', '/reset_password.html', 'This link does not work any more'],
    ['[route-account-invited]', '/account-invited.html', 'This invitation does not work any more'],
    ['(single sign-on)', '/saml-login.html', 'Single sign-on'],
    ['(storage callback)', '/clouddrive-oauthcallback.html', 'Connection to the cloud drive'],
    ['(storage callback)', '/officesuite-oauthcallback.html', 'Connection to the office suite'],
  ])('%s %s stands by itself', async (_id, path, title) => {
    desk = await openDesk()
    const { path: at } = desk.show(path)
    await heading(title)
    expect(at()).toBe(path)
    expect(screen.queryByRole('banner')).toBeNull()
  })

  it('[route-eula] /eula asks for the acceptance of the terms', async () => {
    desk = await openDesk({
      'auth.getLicence': () => ({
        version: '7',
        text: 'Be fair to each other.',
        accepted: false,
        acceptedAt: null,
      }),
    })
    await desk.signIn('Reviewer', 'none')
    desk.show('/eula')
    await heading('Terms of use')
    expect(await screen.findByText('Be fair to each other.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'I accept these terms' })).toBeTruthy()
  })
})

describe('addresses of the workspace', () => {
  it.each([
    ['[route-overview-index]', '/overview', 'Larkspur'],
    ['[route-overview-collect] [route-projpath-collect]', '/overview/collect', 'Collect'],
    ['[route-overview-process]', '/overview/process', 'Process'],
    ['', '/overview/redact', 'Redaction log'],
    ['[route-overview-produce] [route-projpath-produce]', '/overview/produce', 'Productions'],
    ['[route-overview-analysis]', '/overview/analysis', 'Analysis'],
    ['[route-overview-filter]', '/overview/filter', 'Filter'],
    ['[route-overview-eda] [route-projpath-eda]', '/overview/eda', 'Early case assessment'],
    ['[route-overview-datahub]', '/overview/datahub', 'Data hub'],
    ['[route-overview-promoexpo] [route-projpath-promoexpo]', '/overview/promoexpo', 'Promote'],
    ['[route-overview-systemsetting]', '/overview/SystemSetting', 'System settings'],
    ['[route-overview-usersetpage]', '/overview/usersetpage', 'Your settings'],
    ['[route-overview-contactsupport]', '/overview/contactsupport', 'Contact support'],
    ['[route-overview-projectsetting]', '/overview/ProjectSetting', 'Project settings'],
    ['[route-client-index]', '/client', 'Clients and projects'],
    ['[route-client-usersetpage]', '/client/usersetpage', 'Your settings'],
    ['[route-client-contactsupport]', '/client/contactsupport', 'Contact support'],
    ['[route-client-client-jobs]', '/client/client-jobs', "Client's jobs"],
    ['[route-client-systemsetting]', '/client/SystemSetting', 'System settings'],
    ['[route-project-clientsetting]', '/project/ClientSetting', 'Client settings'],
    ['', '/project/ClientSetting/people', 'People', 'Client settings'],
    ['[route-project-clientdashboard]', '/project/ClientDashboard', 'Northwind'],
    ['[route-project-alljobs]', '/project/allJobs', 'Jobs'],
    ['[route-project-projectdashboard]', '/project/projectdashboard', 'Larkspur'],
    ['[route-project-usersetpage]', '/project/usersetpage', 'Your settings'],
    ['[route-project-contactsupport]', '/project/contactsupport', 'Contact support'],
    ['[route-project-systemsetting]', '/project/SystemSetting', 'System settings'],
    ['[route-project-datahub]', '/project/datahub', 'Data hub'],
  ])('%s %s', async (_id, path, title, within = '') => {
    await signedIn()
    const { path: at } = desk.show(path)
    await heading(title)
    expect(at()).toBe(path)
    const named = [title, ...(within === '' ? [] : [within]), 'Affiant'].join(' · ')
    await waitFor(() => expect(document.title).toBe(named))
    expect(desk.faults).toEqual([])
  })

  it.each([
    ['reconciliation', 'Reconciliation'],
    ['exceptions', 'Exceptions'],
    ['suppressed', 'Suppressed items'],
    ['keywords', 'Keyword lists'],
    ['hash-lists', 'De-NIST lists'],
    ['settings', 'Settings'],
  ])('Process has a page %s, with the way up and to the others', async (name, title) => {
    await signedIn()
    const { path: at } = desk.show(`/overview/process/${name}`)
    await heading(title)
    await waitFor(() => expect(document.title).toBe(`${title} · Process · Affiant`))
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Process' }))
    expect(pages.getByRole('link', { current: 'page' }).textContent).toMatch(title)
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
    expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Process')
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['Process ›', title])
    fireEvent.click(trail.getByRole('link', { name: 'Process' }))
    await heading('Process')
    expect(at()).toBe('/overview/process')
    expect(desk.faults).toEqual([])
  })

  it.each([
    ['#exceptions', '/overview/process/exceptions', ''],
    ['#failed', '/overview/process/exceptions', '?about=item'],
    ['#known-files', '/overview/process/suppressed', '?kind=known-files'],
    ['#containers', '/overview/process/suppressed', '?kind=containers'],
    ['#duplicates', '/overview/process/suppressed', '?kind=duplicates'],
    ['#inline-images', '/overview/process/suppressed', '?kind=inline-images'],
  ])('an older link to %s of Process leads to its page', async (hash, path, query) => {
    await signedIn()
    const { path: at, query: asked } = desk.show(`/overview/process${hash}`)
    await waitFor(() => expect(at()).toBe(path))
    expect(asked()).toBe(query)
  })

  it('[route-project-index] /project is the project page, and to level 1 and stronger the client dashboard', async () => {
    await signedIn('ProjectManager')
    desk.show('/project')
    await heading('Larkspur')
    expect(screen.getByText('Control numbers')).toBeTruthy()
    cleanup()
    await desk.close()
    await signedIn('ClientAdmin')
    desk.show('/project')
    await heading('Northwind')
  })

  it('[route-projpath-tabs] /project/datahub holds data, jobs and data hub as tabs of one page', async () => {
    await signedIn()
    desk.show('/project/datahub')
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Data', 'Jobs', 'Data hub'])
    expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
    tabs[1]?.click()
    await screen.findByText('No jobs yet')
    tabs[2]?.click()
    await screen.findByText('Nothing has come in yet')
  })

  it.each([
    ['[route-overview-inspect] [route-projpath-inspect]', '/overview/inspect'],
    ['[route-overview-review] [route-projpath-review]', '/overview/review'],
    ['[route-overview-inspect-fullscreen]', '/overview/inspect-fullscreen'],
    ['[route-overview-review-fullscreen]', '/overview/review-fullscreen'],
  ])('%s %s shows the documents', async (_id, path) => {
    await signedIn()
    desk.show(path)
    await waitFor(() => expect(desk.asked.map(({ name }) => name)).toContain('documents.search'), {
      timeout: 8000,
    })
  })

  it('[route-overview-shared-screen] inspect, review and both fullscreen forms are one and the same screen', async () => {
    const four = ['inspect', 'review', 'inspect-fullscreen', 'review-fullscreen']
    const loads = four.map((path) => sectionAt(`/overview/${path}`).screen)
    expect(new Set(loads).size).toBe(1)
    const components = await Promise.all(loads.map((load) => load()))
    expect(new Set(components).size).toBe(1)
  })

  it.each([
    ['Reviewer', 'open'],
    ['Reviewer', 'none'],
    ['SystemAdmin', 'open'],
    ['SystemAdmin', 'none'],
  ] as const)(
    'have one heading of the first level each, to a %s with the project %s',
    { ...inDeepRun, timeout: 120_000 },
    async (role, project) => {
      await signedIn(role, project)
      const odd: string[] = []
      // A screen that stands at several addresses is the same at each of them.
      const screens = new Map(sections.map(({ path, screen: load }) => [load, path]))
      for (const address of screens.values()) {
        const { unmount, container } = desk.show(address)
        await screen.findByRole('heading', { level: 1 })
        await act(() => desk.rest())
        if (container.querySelectorAll('h1').length !== 1) odd.push(address)
        unmount()
      }
      expect(odd).toEqual([])
    },
  )

  it.each([
    ['/overview/process', 'Process'],
    ['/client/client-jobs', "Client's jobs"],
    ['/project/ClientSetting', 'Client settings'],
  ])('%s needs no choice where there is one client with one project', async (path, title) => {
    const only = {
      ...{ companyId: 1, projectId: 11, projectName: 'Larkspur', prefix: 'NWI', roleName: 'SystemAdmin' },
      ...{ level: 0, documentCount: 400, codedCount: 100, runningJobs: 0 },
      ...{ createdAt: '2026-03-02T10:00:00.000Z', lastActivityAt: '2026-03-02T10:00:00.000Z' },
    }
    desk = await openDesk({ 'company.listProjects': () => ({ data: [only], totalCount: 1 }) })
    await desk.signIn('SystemAdmin', 'none')
    desk.show(path)
    await heading(title)
    await waitFor(() => expect(desk.app.scope.getState($choice).clientId).toBe(1))
    if (path.startsWith('/overview')) expect(desk.app.scope.getState($choice).projectId).toBe(11)
    expect(screen.queryByText(/is chosen$/)).toBeNull()
  })

  it('knows capitals: another spelling is no address of the product', async () => {
    await signedIn('SystemAdmin')
    const { path } = desk.show('/overview/systemsetting')
    await waitFor(() => expect(path()).toBe('/client'))
  })

  it('are declared once each, as are the public ones', () => {
    const every = [...Object.values(publicPaths), ...sections.map(({ path }) => path)]
    expect(every.toSorted()).toEqual([...new Set(every)].toSorted())
    expect(Object.keys(publicScreens)).toEqual(Object.keys(publicPaths))
  })
})

describe('fetching screens', () => {
  it('[route-lazy-load] fetches the code of a screen only when it is shown', async () => {
    const load = vi.fn(async () => () => <h1>Here</h1>)
    const Screen = lazily(load)
    desk = await openDesk()
    const other = desk.mount(<p>Elsewhere</p>)
    expect(load).not.toHaveBeenCalled()
    other.unmount()
    desk.mount(
      <Suspense>
        <Screen />
      </Suspense>,
    )
    await heading('Here')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('[route-lazy-load] every address fetches its screen, and the table itself names no screen', () => {
    const every = [...Object.values(publicScreens), ...sections.map(({ screen }) => screen)]
    expect(every.length).toBeGreaterThan(35)
    for (const load of every) expect(load).toBeTypeOf('function')
    for (const file of ['sections.ts', 'table.tsx']) {
      const source = readFileSync(`${process.cwd()}/src/routes/${file}`, 'utf8')
      const fixed = [...source.matchAll(/^import (?!type ).*from '(\.\.\/features\/[^']+)'/gm)].map(
        ([, from]) => from,
      )
      expect(fixed.filter((from) => from !== '../features/ui/states.tsx')).toEqual([])
    }
  })

  it('[msg-chunk-load-failed] says "Failed to load" and the address of the file', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const address = 'http://affiant.test/assets/overview-abc123.js'
    const Screen = lazily(() =>
      Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`)),
    )
    desk = await openDesk()
    desk.mount(inRouter(<Screen />))
    expect((await screen.findByText(`Failed to load ${address}`)).textContent).toBe(
      `${messages.chunkFailed} ${address}`,
    )
    expect(screen.getByRole('heading', { name: messages.routeFailure })).toBeTruthy()
  })

  it('finds the address in what different browsers say', () => {
    expect(addressIn(new TypeError('Importing a module script failed.'), '/overview')).toBe('/overview')
    expect(
      addressIn(new TypeError('error loading dynamically imported module: https://a.example/x.js?v=1'), '/'),
    ).toBe('https://a.example/x.js?v=1')
    expect(addressIn(new Error('Unable to preload CSS for /assets/a-1.css'), '/')).toBe('/assets/a-1.css')
  })
})

describe('what fails', () => {
  const inside = (thrown: unknown) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    desk.mount(inRouter(<Throwing thrown={thrown} />))
  }

  it('[msg-route-failure] shows "Unexpected Application Error!" with the message', async () => {
    desk = await openDesk()
    inside(new Error('The list has no end'))
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
    expect(screen.getByText('The list has no end')).toBeTruthy()
  })

  it('[msg-route-failure] or with the status', async () => {
    desk = await openDesk()
    inside({ status: 404, statusText: 'Not Found' })
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
    expect(screen.getByText('404 Not Found')).toBeTruthy()
    expect(faultText({ status: 500 })).toBe('500')
    expect(faultText('gone')).toBe('gone')
    expect(faultText(undefined)).toBe(messages.unknownError)
  })

  it('leaves the frame around a broken screen standing', async () => {
    await signedIn()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Broken = lazy(async () => {
      throw new Error('It broke')
    })
    desk.mount(
      inRouter(
        <>
          <p>The frame</p>
          <Failing>
            <Suspense>
              <Broken />
            </Suspense>
          </Failing>
        </>,
      ),
    )
    await screen.findByText('It broke')
    expect(screen.getByText('The frame')).toBeTruthy()
  })
})

describe('guards at work', () => {
  it('[guard-protected-login] sends who is not signed in to the sign-in screen', async () => {
    desk = await openDesk()
    const { path } = desk.show('/overview/collect')
    await heading('Sign in')
    expect(path()).toBe('/')
  })

  it('[guard-catchall-login] from unknown addresses too', async () => {
    desk = await openDesk()
    const { path } = desk.show('/no/such/place')
    await heading('Sign in')
    expect(path()).toBe('/')
  })

  it('[guard-public-home] sends who is signed in from the sign-in screen to the client home', async () => {
    await signedIn('Reviewer', 'none')
    const { path } = desk.show('/')
    await heading('Clients and projects')
    expect(path()).toBe('/client')
  })

  it('[guard-public-saml-exempt] but not from the single-sign-on landing', async () => {
    await signedIn('Reviewer', 'none')
    const { path } = desk.show('/saml-login.html')
    await screen.findByText('You are signed in already.')
    expect(path()).toBe('/saml-login.html')
  })

  const withoutTerms = async () => {
    desk = await openDesk({
      'auth.getLicence': () => ({ version: '7', text: 'Be fair.', accepted: false, acceptedAt: null }),
    })
    await desk.signIn('Reviewer', 'none')
  }

  it.each([
    ['[guard-public-terms]', '/'],
    ['[guard-protected-terms]', '/overview/review'],
    ['[guard-catchall-terms]', '/no/such/place'],
  ])('%s sends who has not accepted the terms from %s to the terms', async (_id, from) => {
    await withoutTerms()
    const { path } = desk.show(from)
    await heading('Terms of use')
    expect(path()).toBe('/eula')
  })

  it('leads on from the terms to the client home once they are accepted', async () => {
    await withoutTerms()
    const { path } = desk.show('/eula')
    ;(await screen.findByRole('button', { name: 'I accept these terms' })).click()
    await heading('Clients and projects')
    expect(path()).toBe('/client')
  })

  it('[guard-catchall-client-home] sends levels below 1 from unknown addresses to the client home', async () => {
    await signedIn('ProviderAdmin')
    const { path } = desk.show('/no/such/place')
    await waitFor(() => expect(path()).toBe('/client'))
  })

  it('[guard-catchall-landing] [open-main-landing-route] anyone else to the overview, or to /project where none is open', async () => {
    await signedIn('Reviewer')
    const withProject = desk.show('/no/such/place')
    await waitFor(() => expect(withProject.path()).toBe('/overview'))
    cleanup()
    await desk.close()
    await signedIn('Reviewer', 'none')
    const without = desk.show('/no/such/place')
    await waitFor(() => expect(without.path()).toBe('/project'))
  })

  it('[guard-public-else] shows the sign-in screen after a refused password', async () => {
    desk = await openDesk({
      'auth.login': () => new Refusal(401, 'The e-mail address or the password is not right.'),
    })
    await desk.app.dispatch(logIn({ email: 'ada@northwind.example', password: 'wrong wrong wrong' }))
    await desk.rest()
    const { path } = desk.show('/')
    await screen.findByText('The e-mail address or the password is not right.')
    expect(path()).toBe('/')
  })
})

const inRouter = (inside: ReactElement) => (
  <MemoryRouter>
    <Failing>
      <Suspense>{inside}</Suspense>
    </Failing>
  </MemoryRouter>
)

function Throwing({ thrown }: { readonly thrown: unknown }): ReactElement {
  throw thrown
}
