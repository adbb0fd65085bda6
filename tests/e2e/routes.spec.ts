/** Every address of the product, and where it leads whom. */
import { publicPaths, sections } from '#src/routes/sections.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { addPerson, enterPassword } from './people.ts'
import { goTo, matter, openProject } from './review.ts'

const workspace = sections.map(({ path }) => path)
const path = (page: Page) => new URL(page.url()).pathname

/** What the screen at an address calls itself; review screens have no heading of their own. */
const headings: Readonly<Record<string, string | RegExp>> = {
  '/overview': matter,
  '/overview/collect': 'Collect',
  '/overview/collect/load': 'Loads',
  '/overview/process': 'Process',
  '/overview/process/reconciliation': 'Reconciliation',
  '/overview/process/exceptions': 'Exceptions',
  '/overview/process/suppressed': 'Suppressed items',
  '/overview/process/keywords': 'Keyword lists',
  '/overview/process/hash-lists': 'De-NIST lists',
  '/overview/process/settings': 'Settings',
  '/overview/redact': 'Redaction log',
  '/overview/produce': 'Productions',
  '/overview/produce/compare': 'Compare productions',
  '/overview/export': 'Exports',
  '/overview/privilege-log': 'Privilege log',
  '/overview/analysis': 'Analysis',
  '/overview/assignments': 'Assignments',
  '/overview/filter': 'Filter',
  '/overview/eda': 'Early case assessment',
  '/overview/datahub': 'Data hub',
  '/overview/promoexpo': 'Promote',
  '/overview/reconciliation': 'Sync check',
  // Other tests on the same server may have coded something, or not.
  '/overview/reconstruct': /^(Reconstruct|Nothing has been coded yet)$/,
  '/overview/SystemSetting': 'System settings',
  '/overview/usersetpage': 'Your settings',
  '/overview/usersetpage/security': 'Security',
  '/overview/usersetpage/passkeys': 'Passkeys',
  '/overview/contactsupport': 'Contact support',
  '/overview/ProjectSetting': 'Project settings',
  '/overview/ProjectSetting/coding-forms': 'Coding forms',
  '/overview/ProjectSetting/see-as': 'See as',
  // It is coded with forms.
  '/overview/ProjectSetting/tags': 'This project has no tags',
  '/client': 'Clients and projects',
  '/client/usersetpage': 'Your settings',
  '/client/usersetpage/security': 'Security',
  '/client/usersetpage/passkeys': 'Passkeys',
  '/client/contactsupport': 'Contact support',
  '/client/client-jobs': "Client's jobs",
  '/client/SystemSetting': 'System settings',
  '/project': 'Northwind Energy',
  '/project/ClientSetting': 'Client settings',
  '/project/ClientSetting/people': 'People',
  '/project/ClientSetting/report': 'Report',
  '/project/ClientSetting/sign-in': 'Single sign-on',
  '/project/ClientDashboard': 'Northwind Energy',
  '/project/allJobs': 'Jobs',
  '/project/projectdashboard': matter,
  '/project/usersetpage': 'Your settings',
  '/project/usersetpage/security': 'Security',
  '/project/usersetpage/passkeys': 'Passkeys',
  '/project/contactsupport': 'Contact support',
  '/project/SystemSetting': 'System settings',
  '/project/datahub': 'Data hub',
}
const reviewScreens = ['review', 'inspect', 'review-fullscreen', 'inspect-fullscreen'].map(
  (name) => `/overview/${name}`,
)
const isOfSystem = (address: string): boolean => address.endsWith('/SystemSetting')
const eventLogs = ['/overview/eventlog', '/client/eventlog']

test('[route-overview-index] [route-overview-collect] [route-overview-process] [route-overview-produce] [route-overview-analysis] [route-overview-filter] [route-overview-eda] [route-overview-datahub] [route-overview-promoexpo] [route-overview-usersetpage] [route-overview-contactsupport] [route-overview-projectsetting] [route-client-index] [route-client-usersetpage] [route-client-contactsupport] [route-client-client-jobs] [route-project-index] [route-project-clientsetting] [route-project-clientdashboard] [route-project-alljobs] [route-project-projectdashboard] [route-project-usersetpage] [route-project-contactsupport] [route-project-datahub] an administrator of the client finds the right screen at every address', async ({
  page,
}) => {
  expect([...Object.keys(headings), ...reviewScreens, ...eventLogs].sort()).toEqual([...workspace].sort())
  await signIn(page, 'clientadmin')
  await openProject(page)
  for (const [address, heading] of Object.entries(headings).filter(([one]) => !isOfSystem(one)))
    await test.step(address, async () => {
      await goTo(page, address)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      expect(path(page)).toBe(address)
      await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toHaveCount(0)
    })
  for (const address of eventLogs)
    await test.step(address, async () => {
      // From a screen without a log: the one that is left can be used until the next one is there.
      await goTo(page, '/project/contactsupport')
      await expect(
        page.getByRole('heading', { name: headings['/project/contactsupport'] ?? '', level: 1 }),
      ).toBeVisible()
      await goTo(page, address)
      await page.getByLabel('Which log').selectOption('account')
      await expect(page.getByRole('tree', { name: 'Events' })).toBeVisible()
      expect(path(page)).toBe(address)
    })
})

test('[route-overview-systemsetting] [route-client-systemsetting] [route-project-systemsetting] a system administrator finds the system settings', async ({
  page,
}) => {
  await signIn(page, 'systemadmin')
  await openProject(page)
  for (const [address, heading] of Object.entries(headings).filter(([one]) => isOfSystem(one)))
    await test.step(address, async () => {
      await goTo(page, address)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      expect(path(page)).toBe(address)
    })
})

test('[route-overview-inspect] [route-overview-review] [route-overview-inspect-fullscreen] [route-overview-review-fullscreen] [route-overview-shared-screen] review, inspect and both fullscreen forms are one screen', async ({
  desk,
}) => {
  const page = await desk('reviewer')
  for (const address of reviewScreens)
    await test.step(address, async () => {
      await goTo(page, address)
      for (const part of ['Result', 'Document'])
        await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible()
      await expect(page.getByTestId('coding-panel')).toBeVisible()
      expect(path(page)).toBe(address)
    })
})

test('[route-lazy-load] a screen is fetched when it is visited, and not before', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await signIn(page, 'litigationsupport')
  await openProject(page)
  await page.waitForLoadState('networkidle')
  const before = scripts.length
  expect(scripts.some((name) => /collect-screen/.test(name))).toBe(false)
  await page.getByRole('navigation').getByRole('link', { name: 'Collect', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Collect', level: 1 })).toBeVisible()
  expect(scripts.slice(before).some((name) => /collect-screen/.test(name))).toBe(true)
})

test('[guard-protected-login] [guard-catchall-login] nobody sees anything of the workspace without signing in, whatever the address', async ({
  page,
}) => {
  // Of each kind one: src/app/session-kept.test.ts goes through all of them.
  const addresses = ['/overview', '/overview/review', '/client', '/project/allJobs', '/nowhere', '/Overview']
  const signIn = page.getByRole('heading', { name: 'Sign in', level: 1 })
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(signIn).toBeVisible()
      expect(path(page)).toBe('/')
    })
})

test('[guard-public-else] [route-reset-password] public pages show to everybody', async ({ page }) => {
  const texts: Readonly<Record<keyof typeof publicPaths, string>> = {
    signIn: 'Sign in',
    invited: 'This invitation does not work any more',
    sso: 'Single sign-on',
    reset: 'This link does not work any more',
    cloudCallback: 'Connection to the cloud drive',
    officeCallback: 'Connection to the office suite',
    terms: 'Sign in',
  }
  for (const [name, text] of Object.entries(texts)) {
    await page.goto(publicPaths[name as keyof typeof publicPaths])
    await expect(page.getByRole('heading', { name: text, level: 1 })).toBeVisible()
  }
})

test('[guard-public-home] [guard-public-saml-exempt] [guard-protected-children] who is signed in goes from public pages to the client home, but not from the single-sign-on landing', {
  tag: '@deep',
}, async ({ page }) => {
  await signIn(page, 'reviewer')
  for (const address of [publicPaths.signIn, publicPaths.invited, publicPaths.reset, publicPaths.terms]) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/client$/)
    await expect(page.getByRole('heading', { name: 'Clients and projects' })).toBeVisible()
  }
  await page.goto(publicPaths.sso)
  await expect(page.getByText('You are signed in already.')).toBeVisible()
  expect(path(page)).toBe(publicPaths.sso)
})

test('[guard-catchall-landing] [guard-catchall-client-home] [open-main-landing-route] an unknown address leads a reviewer to the project and an administrator to the client home', {
  tag: '@deep',
}, async ({ page, another }) => {
  await signIn(page, 'reviewer')
  await page.goto('/nowhere')
  await expect(page).toHaveURL(/\/project$/)
  await page.goto('/client')
  await openProject(page)
  await page.goto('/nowhere/at/all')
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { name: matter, level: 1 })).toBeVisible()

  const admin = await another()
  await signIn(admin, 'provideradmin')
  await admin.goto('/nowhere')
  await expect(admin).toHaveURL(/\/client$/)
})

test('[state-terms-forced] [guard-public-terms] [guard-protected-terms] [guard-catchall-terms] who has not accepted the terms is led to them from everywhere', async ({
  page,
  server,
}) => {
  const email = await addPerson(server, { project: matter })
  await page.goto('/')
  await enterPassword(page, email)
  await expect(page).toHaveURL(/\/eula$/)
  for (const address of ['/', '/saml-login.html', '/overview/review', '/client', '/project', '/nowhere']) {
    await page.goto(address)
    await expect(page).toHaveURL(/\/eula$/)
    await expect(page.getByRole('heading', { name: 'Terms of use' })).toBeVisible()
  }
})
