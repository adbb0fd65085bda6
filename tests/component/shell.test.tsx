// @vitest-environment jsdom
/** The frame around the screens: menus, panels, palette, keys, markers, themes. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeRole, type RoleName } from '#contracts/permission.ts'
import { setTheme, togglePanel } from '#src/commands/shell.ts'
import { useSidebar } from '#src/features/shell/sidebar-context.tsx'
import { breakpoints, system } from '#src/features/ui/system.ts'
import { reviewerClass } from '#src/stores/session.ts'
import { shownPanel } from '#src/stores/shell.ts'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
  vi.restoreAllMocks()
})
const signedIn = async (role: RoleName = 'ProjectManager', project: 'open' | 'none' = 'open') => {
  desk = await openDesk()
  await desk.signIn(role, project)
}
const view = () => {
  const { tabs } = desk.app.state().shell
  const mine = tabs[desk.app.tabId()]
  if (!mine) throw new Error('This tab has no view yet')
  return mine
}
const mainMenu = () => screen.findByRole('navigation', { name: 'Main menu' })
/** Its words; the key beside them is for the eye. */
const nameOf = (link: HTMLElement): string =>
  Array.from(link.children, (part) => (part.hasAttribute('aria-hidden') ? '' : part.textContent)).join('')
const places = async () =>
  within(await mainMenu())
    .getAllByRole('link')
    .map((link) => [nameOf(link), link.getAttribute('href')])

describe('the main menu', () => {
  it('[shell-workspace-stages] leads to every stage of the work', async () => {
    await signedIn()
    desk.show('/overview')
    const shown = await places()
    expect(shown).toEqual(
      expect.arrayContaining([
        ['Collect', '/overview/collect'],
        ['Process', '/overview/process'],
        ['Inspect', '/overview/inspect'],
        ['Review', '/overview/review'],
        ['Analysis', '/overview/analysis'],
        ['Early case assessment', '/overview/eda'],
        ['Filter', '/overview/filter'],
        ['Data hub', '/overview/datahub'],
        ['Promote', '/overview/promoexpo'],
        ['Redaction log', '/overview/redact'],
        ['Productions', '/overview/produce'],
        ['Exports', '/overview/export'],
        ['Privilege log', '/overview/privilege-log'],
      ]),
    )
    for (const [name, path] of shown) {
      if (!path?.startsWith('/overview/')) continue
      // The overview has links of the same names: the menu's is meant.
      const [link] = within(screen.getByRole('navigation', { name: 'Main menu' })).getAllByRole('link', {
        name: name ?? '',
      })
      if (link) fireEvent.click(link)
      await waitFor(() => expect(view().path).toBe(path))
      if (path.includes('review') || path.includes('inspect')) {
        fireEvent.click(await screen.findByRole('link', { name: 'Back to the overview' }))
        await mainMenu()
      }
      if (path.includes('Setting')) break
    }
  })

  it('[shell-browser-app] makes each activity that works reachable by its own name, and offers no other', async () => {
    await signedIn()
    const { path } = desk.show('/overview')
    await mainMenu()
    const activities = [
      ['Collect material', '/overview/collect'],
      ['Process material', '/overview/process'],
      ['Processing exceptions', '/overview/process/exceptions'],
      ['Keyword lists', '/overview/process/keywords'],
      ['Search documents', '/overview/inspect'],
      ['Review documents', '/overview/review'],
      ['Code documents', '/overview/review'],
      ['Redact documents', '/overview/review'],
      ['Produce documents', '/overview/produce'],
      ['Export documents', '/overview/export'],
      ['Describe what is privileged', '/overview/privilege-log'],
    ] as const
    for (const [name, to] of activities) {
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
      const finder = await screen.findByRole('combobox', { name: 'Find a command' })
      fireEvent.change(finder, { target: { value: name } })
      fireEvent.keyDown(finder, { key: 'Enter' })
      await waitFor(() => expect(path()).toBe(to))
      await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find a command' })).toBeNull())
    }
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const finder = await screen.findByRole('combobox', { name: 'Find a command' })
    fireEvent.change(finder, { target: { value: 'Transfer documents' } })
    await waitFor(() => expect(within(screen.getByRole('dialog')).queryAllByRole('option')).toEqual([]))
  })

  it('offers only what the role may do', async () => {
    await signedIn('Reviewer')
    desk.show('/overview')
    const names = (await places()).map(([name]) => name)
    expect(names).toEqual(['Overview', 'Inspect', 'Review', 'Analysis', 'Redaction log'])
  })

  it('[sidebar-two-menus] [shell-menu-hide-review] gives way to the panels on review', async () => {
    await signedIn()
    desk.show('/overview/review')
    expect(await screen.findByRole('navigation', { name: 'Panels' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
  })

  it('[shell-menu-hide-usersetpage] is not there on the settings page, which leads back by itself', async () => {
    await signedIn()
    desk.show('/overview/usersetpage')
    expect(await screen.findByRole('link', { name: 'Back to Larkspur' })).toBeTruthy()
    for (const name of ['Main menu', 'Panels']) expect(screen.queryByRole('navigation', { name })).toBeNull()
  })

  it('[shell-hide-review-fullscreen] is not there in full screen, nor is the header', async () => {
    await signedIn()
    desk.show('/overview/review-fullscreen')
    await waitFor(() => expect(desk.asked.map(({ name }) => name)).toContain('documents.search'))
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  it('[sidebar-collapsed-flag] narrows and widens', async () => {
    await signedIn()
    desk.show('/overview')
    await mainMenu()
    fireEvent.click(screen.getByRole('button', { name: 'Collapse menu' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Expand menu' }))
    await screen.findByRole('button', { name: 'Collapse menu' })
    expect(view().collapsed).toBe(false)
  })
})

describe('the panels of the inspect menu', () => {
  const panels = [
    ['', 'Narrow by field', 'facets'],
    ['[sidebar-panel-folder]', 'Folders', 'folder'],
    ['[sidebar-panel-keyword]', 'Keyword hits', 'keyword'],
    ['[sidebar-panel-savedsearch]', 'Saved searches', 'savedSearch'],
    ['[sidebar-panel-assignment]', 'Assignments', 'assignment'],
    ['[sidebar-panel-coding-forms]', 'Coding forms', 'codingForms'],
    ['[sidebar-panel-production]', 'Productions', 'production'],
    ['[sidebar-panel-jobs]', 'Jobs', 'jobs'],
  ] as const

  it('are those that work, and no others', async () => {
    await signedIn()
    desk.show('/overview/inspect')
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }))
    expect(rail.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(
      panels.map(([, name]) => name),
    )
  })

  it.each([
    ['[sidebar-panel-ai-assistant]', 'AI assistant', 'assistant'],
    ['[sidebar-panel-tags]', 'Tags', 'tags'],
  ] as const)(
    '%s %s has its state, and shows nothing while this version has no such panel',
    async (_id, name, panel) => {
      await signedIn()
      desk.show('/overview/inspect')
      await screen.findByRole('navigation', { name: 'Panels' })
      // An older log may hold it.
      await act(() => desk.app.dispatch(togglePanel({ panel })))
      expect(shownPanel(view())).toEqual({ id: panel, state: 'open' })
      expect(screen.queryByRole('complementary', { name })).toBeNull()
      await screen.findByRole('navigation', { name: 'Panels' })
    },
  )

  it.each(panels)('%s %s opens beside the documents', async (_id, name, panel) => {
    await signedIn()
    desk.show('/overview/inspect')
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }))
    fireEvent.click(rail.getByRole('button', { name }))
    const opened = await screen.findByRole('complementary', { name })
    expect(within(opened).getByRole('heading', { name })).toBeTruthy()
    expect(shownPanel(view())).toEqual({ id: panel, state: 'open' })
    await waitFor(() => expect(opened.textContent?.length ?? 0).toBeGreaterThan(name.length + 10))
  })

  it('[sidebar-panel-toggle] go from open to a strip with their name, and from there to closed', async () => {
    await signedIn()
    desk.show('/overview/review')
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }))
    const button = rail.getByRole('button', { name: 'Keyword hits' })
    fireEvent.click(button)
    await screen.findByRole('heading', { name: 'Keyword hits' })
    const collapse = screen.getByRole('button', { name: 'Collapse to a strip' })
    collapse.focus()
    fireEvent.click(collapse)
    const strip = await screen.findByRole('button', { name: 'Close Keyword hits' })
    expect(document.activeElement).toBe(button)
    expect(screen.queryByRole('heading', { name: 'Keyword hits' })).toBeNull()
    expect(view().panels.keyword).toBe('collapsed')
    strip.focus()
    fireEvent.click(strip)
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Keyword hits' })).toBeNull())
    expect(document.activeElement).toBe(button)
    // Where the keyboard was elsewhere, it stays there.
    const main = document.getElementById('main')
    fireEvent.click(button)
    await screen.findByRole('heading', { name: 'Keyword hits' })
    main?.focus()
    fireEvent.click(button)
    await screen.findByRole('button', { name: 'Close Keyword hits' })
    expect(document.activeElement).toBe(main)
  })

  it('[sidebar-panel-others-close] [sidebar-leave-closes] give way to each other, and close when review is left', async () => {
    await signedIn()
    desk.show('/overview/review')
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }))
    fireEvent.click(rail.getByRole('button', { name: 'Keyword hits' }))
    await screen.findByRole('complementary', { name: 'Keyword hits' })
    fireEvent.click(rail.getByRole('button', { name: 'Jobs' }))
    await screen.findByRole('complementary', { name: 'Jobs' })
    expect(screen.queryByRole('complementary', { name: 'Keyword hits' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Back to the overview' }))
    await mainMenu()
    expect(shownPanel(view())).toBeNull()
  })
})

describe('outside of the frame', () => {
  it('[msg-sidebar-context] the state of the side bar cannot be read: "sidebar context not found"', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    desk = await openDesk()
    expect(() => desk.mount(<Lost />)).toThrow('sidebar context not found')
  })
})

describe('the marker of reviewers', () => {
  const marked = () => document.body.classList.contains(reviewerClass)

  it('[role-reviewer-marker] stands on the body for the reviewer role, and goes with the session', async () => {
    await signedIn('Reviewer')
    const { unmount } = desk.show('/overview')
    await mainMenu()
    expect(marked()).toBe(true)
    unmount()
    expect(marked()).toBe(false)
  })

  it('[role-unknown-marker] stands there for a role code that nobody knows', async () => {
    const session = () => ({
      token: 'token-in-memory',
      roleCode: 'r-from-the-future',
      version: '9.0.0',
      stage: 'full',
      userId: 5,
      expiresAt: '2999-01-01T00:00:00.000Z',
      idleMs: 3_600_000,
    })
    desk = await openDesk({ 'auth.login': session, 'auth.getToken': session })
    await desk.signIn('Default', 'none')
    desk.show('/client')
    await screen.findByRole('heading', { name: 'Clients and projects' })
    expect(marked()).toBe(true)
  })

  it.each(['SystemAdmin', 'ClientAdmin', 'ReviewManager', 'SeniorReviewer'] as const)(
    'does not stand there for %s',
    async (role) => {
      expect(encodeRole(role)).not.toBe(encodeRole('Reviewer'))
      await signedIn(role)
      desk.show('/overview')
      await mainMenu()
      expect(marked()).toBe(false)
    },
  )
})

describe('palette and keys', () => {
  it('one list asked for right after another was closed stays, where the first gives the focus back late', async () => {
    await signedIn()
    desk.show('/overview')
    const [behind] = within(await mainMenu()).getAllByRole('link')
    const frames = (count: number) =>
      act(async () => {
        for (let n = 0; n < count; n += 1) await new Promise((done) => requestAnimationFrame(done))
      })
    for (const [keys, name] of [
      [{ key: 'k', ctrlKey: true }, 'Commands'],
      [{ key: '?' }, 'Keys of this screen'],
    ] as const) {
      fireEvent.keyDown(document.body, keys)
      const dialog = await screen.findByRole('dialog', { name })
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await frames(3)
      act(() => behind?.focus())
      await frames(3)
      expect(dialog.isConnected && dialog.dataset.state).toBe('open')
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('lists the keys of the screen on ?, and turns single ones off', async () => {
    await signedIn()
    const { path } = desk.show('/overview')
    await mainMenu()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    const dialog = await screen.findByRole('dialog', { name: 'Keys of this screen' })
    expect(within(dialog).getByText('Collect')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('switch', { name: 'Single-letter keys' }))
    await waitFor(() => expect(desk.app.state().shell.singleKeys).toBe(false))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'g' })
    fireEvent.keyDown(document.body, { key: 'c' })
    await act(() => desk.rest())
    expect(path()).toBe('/overview')
  })

  it('goes to a screen by two keys, and never while somebody writes', async () => {
    await signedIn()
    const { path } = desk.show('/overview/eventlog')
    const select = await screen.findByLabelText('Which log')
    fireEvent.keyDown(select, { key: 'g' })
    fireEvent.keyDown(select, { key: 'o' })
    expect(path()).toBe('/overview/eventlog')
    fireEvent.keyDown(document.body, { key: 'g' })
    fireEvent.keyDown(document.body, { key: 'o' })
    await waitFor(() => expect(path()).toBe('/overview'))
  })

  it('runs commands of the registry that need nothing more to be said', async () => {
    await signedIn()
    desk.show('/overview')
    await mainMenu()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const finder = await screen.findByRole('combobox', { name: 'Find a command' })
    fireEvent.change(finder, { target: { value: 'log out' } })
    expect(screen.getByRole('option', { name: /Log out/ })).toBeTruthy()
    fireEvent.keyDown(finder, { key: 'Enter' })
    await screen.findByRole('heading', { name: 'Sign in' })
    await screen.findByText('You successfully logged out.')
  })
})

describe('going to another project', () => {
  const companies = ['Northwind', 'Southwind'].map((company_name, at) => ({
    company_id: at + 1,
    company_name,
    qa_copilot: false,
    slack_collection: false,
    projectCount: 250,
  }))
  const rows = Array.from({ length: 500 }, (_, at) => ({
    projectId: at + 1,
    projectName: at === 10 ? 'Larkspur' : `Matter ${at + 1}`,
    companyId: (at % 2) + 1,
    prefix: `P${at + 1}-`,
    roleName: 'Reviewer',
    level: 6,
    documentCount: 20,
    codedCount: 0,
    runningJobs: 0,
    createdAt: '2026-03-02T10:00:00.000Z',
    lastActivityAt: null,
  }))
  const open = async (listed: Promise<unknown> = Promise.resolve()) => {
    desk = await openDesk({
      'company.list': () => ({ data: companies, totalCount: 2 }),
      'company.listProjects': () => listed.then(() => ({ data: rows, totalCount: 500 })),
    })
    await desk.signIn('Reviewer')
    const shown = desk.show('/overview/datahub')
    fireEvent.click(await screen.findByRole('button', { name: 'Larkspur' }))
    await screen.findByRole('combobox', { name: 'Find a project' })
    return shown
  }
  const start = async () => {
    const shown = await open()
    await waitFor(() => expect(options()).toHaveLength(500))
    return shown
  }
  const options = () => {
    const picker = screen.queryByRole('dialog')
    return picker === null ? [] : within(picker).queryAllByRole('option')
  }
  const finder = () => screen.getByRole('combobox', { name: 'Find a project' })
  const names = () => options().map((option) => option.querySelector('.label')?.textContent)
  const current = () => document.getElementById(finder().getAttribute('aria-activedescendant') ?? '')
  const type = (value: string) => fireEvent.change(finder(), { target: { value } })
  const key = (name: string) => fireEvent.keyDown(finder(), { key: name })

  it('offers all by client, the chosen one first, and begins where one is', async () => {
    await start()
    const groups = within(screen.getByRole('listbox', { name: 'Projects' })).getAllByRole('group')
    expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Northwind', 'Southwind'])
    expect(current()?.textContent).toContain('Larkspur')
    expect(current()?.getAttribute('aria-selected')).toBe('true')
  })

  it('finds one by parts of its name, its prefix and its client, and opens it with the keys', async () => {
    const { path } = await start()
    type('matter 48 south')
    expect(names()?.slice(0, 6)).toEqual(['', 0, 2, 4, 6, 8].map((last) => `Matter 48${last}`))
    expect(names()?.slice(6)).toEqual(['Matter 148', 'Matter 248', 'Matter 348', 'Matter 448'])
    type('p499')
    expect(names()).toEqual(['Matter 499'])
    type('matter 48 south')
    expect(current()?.textContent).toContain('Matter 48')
    key('ArrowUp')
    expect(current()?.textContent).toContain('Matter 448')
    key('ArrowDown')
    key('ArrowDown')
    expect(current()?.textContent).toContain('Matter 480')
    key('Enter')
    await waitFor(() => expect(path()).toBe('/overview'))
    expect(desk.app.state().selection.chosen).toEqual({ clientId: 2, projectId: 480 })
    await waitFor(() => expect(options()).toEqual([]))
  })

  it('goes where somebody wanted who was quicker than the list, unless they have typed on', async () => {
    const listed = Promise.withResolvers<void>()
    const { path } = await open(listed.promise)
    type('p499')
    expect(screen.getByText('The list is on its way.')).toBeTruthy()
    key('Enter')
    type('p498')
    key('Enter')
    expect(screen.getByRole('dialog', { name: 'Projects' })).toBeTruthy()
    listed.resolve()
    await waitFor(() => expect(path()).toBe('/overview'))
    expect(desk.app.state().selection.chosen).toEqual({ clientId: 2, projectId: 498 })
  })

  it('stays open where the list comes after other words than those that Enter was for', async () => {
    const listed = Promise.withResolvers<void>()
    const { path } = await open(listed.promise)
    type('p499')
    key('Enter')
    type('p498')
    listed.resolve()
    await waitFor(() => expect(names()).toEqual(['Matter 498']))
    expect(path()).toBe('/overview/datahub')
  })

  it('says where there is none, and leaves all as it was on Escape; g p opens it again', async () => {
    const { path } = await start()
    type('orchard')
    expect(await screen.findByText('No project is called like “orchard”.')).toBeTruthy()
    key('Enter')
    expect(screen.getByRole('dialog', { name: 'Projects' })).toBeTruthy()
    key('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('/overview/datahub')
    expect(desk.app.state().selection.chosen.projectId).toBe(11)
    fireEvent.keyDown(document.body, { key: 'g' })
    fireEvent.keyDown(document.body, { key: 'p' })
    await screen.findByRole('combobox', { name: 'Find a project' })
    fireEvent.click(screen.getByRole('button', { name: 'All clients and projects' }))
    await waitFor(() => expect(path()).toBe('/client'))
  })
})

describe('looks', () => {
  it('[theme-light-dark] gives every colour in both themes', () => {
    for (const name of ['canvas', 'ink', 'accent', 'dangerInk']) {
      const [lightOne, darkOne] = ['_light', '_dark'].map(
        (theme) => system.tokens.getByName(`colors.${name}`)?.extensions.conditions?.[theme],
      )
      expect(lightOne).toMatch(/^#/)
      expect(darkOne).toMatch(/^#/)
      expect(lightOne).not.toBe(darkOne)
    }
  })

  it('[theme-light-default] asks for light until the person has chosen, and keeps the choice on the server', async () => {
    await signedIn()
    desk.show('/overview')
    expect(await screen.findByRole('button', { name: 'Dark theme' })).toBeTruthy()
    await act(() => desk.app.dispatch(setTheme({ theme: 'dark' })))
    expect(await screen.findByRole('button', { name: 'Light theme' })).toBeTruthy()
    await desk.rest()
    const put = desk.asked.find(({ name }) => name === 'auth.putViewerSetting')
    expect(put?.body).toEqual({ theme: 'dark' })
  })

  it('[theme-light-dark] follows the machine where the person has asked for that, and keeps that on the server', async () => {
    const machine = Object.assign(new EventTarget(), { matches: true })
    const others = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('color-scheme') ? (machine as MediaQueryList) : others(query),
    )
    await signedIn()
    desk.show('/overview/usersetpage')
    const choice = within(await screen.findByRole('group', { name: 'Theme' }))
    const pressed = () =>
      choice.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed()).toEqual(['Light'])
    screen.getByRole('button', { name: 'Dark theme' })
    fireEvent.click(choice.getByRole('button', { name: 'System' }))
    await waitFor(() => expect(pressed()).toEqual(['System']))
    await screen.findByRole('button', { name: 'Light theme' })
    act(() => {
      machine.matches = false
      machine.dispatchEvent(new Event('change'))
    })
    await screen.findByRole('button', { name: 'Dark theme' })
    await desk.rest()
    const put = desk.asked.filter(({ name }) => name === 'auth.putViewerSetting')
    expect(put.map(({ body }) => body)).toEqual([{ theme: 'system' }])
  })

  it('[limit-breakpoints] changes its layout at 320, 600, 900, 1200 and 1500 px', () => {
    expect(Object.values(breakpoints)).toEqual([320, 600, 900, 1200, 1500])
    for (const [name, px] of Object.entries(breakpoints)) {
      expect(system.token(`breakpoints.${name}`)).toBe(`${px}px`)
      const css = JSON.stringify(system.css({ display: { base: 'none', [name]: 'block' } }))
      expect(css).toContain(`${px / 16}rem`)
    }
  })
})

function Lost() {
  return <p>{useSidebar().menu}</p>
}
