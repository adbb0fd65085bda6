/**
 * `npm run screens`: takes the pictures of docs/screens/ anew, off the sample matter: every screen in light and dark, at
 * 1440 and 600 px. `npm run screens -- FOLDER` takes them into another folder.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../bench/app.ts'
import { signIn } from '../tests/e2e/fixture.ts'
import { startServer } from '../tests/e2e/server.ts'

const shown = resolve(import.meta.dirname, '../docs/screens')
const target = process.argv[2] === undefined ? shown : resolve(process.argv[2])
const sizes = [
  { name: '1440', width: 1440, height: 900 },
  { name: '600', width: 600, height: 900 },
] as const
const themes = ['light', 'dark'] as const

/** Each picture: its name, how to get there, and who looks. */
const pictures: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['client-home', (page) => go(page, '/client')],
  ['overview', (page) => go(page, '/overview')],
  ['collect', (page) => go(page, '/overview/collect')],
  // The screen shows what was shown last.
  ['review', (page) => pane(page, 'Document')],
  ['search', search],
  ['text', (page) => pane(page, 'Text')],
  ['metadata', (page) => pane(page, 'Metadata')],
  ['history', (page) => pane(page, 'History')],
  ['event-log', (page) => go(page, '/overview/eventlog')],
  ['jobs', (page) => go(page, '/project/allJobs')],
  ['job', job],
  ['process', (page) => go(page, '/overview/process')],
  ['datahub', (page) => go(page, '/overview/datahub')],
  ['settings', (page) => go(page, '/overview/usersetpage')],
]

// A folder of somebody's own is added to; the product's own holds what is taken now and nothing else.
if (target === shown) rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const server = await startServer()
const browser = await chromium.launch(chromiumOptions)
try {
  for (const size of sizes) {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: size.width, height: size.height },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByLabel('E-mail').waitFor()
    await take(page, 'sign-in', 'light', size.name)
    await signIn(page, 'litigationsupport')
    await page.getByText('Harmon 14-2').first().click()
    await page.waitForURL('**/overview')
    for (const theme of themes) {
      await chooseTheme(page, theme)
      for (const [name, open] of pictures) {
        await open(page)
        await settle(page)
        await take(page, name, theme, size.name)
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}

async function take(page: Page, name: string, theme: string, size: string): Promise<void> {
  await page.screenshot({ path: `${target}/${name}-${theme}-${size}.png` })
  console.log(`${name}-${theme}-${size}.png`)
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
}

/** The import of the sample that could not read everything. */
async function job(page: Page): Promise<void> {
  await page.goto('/project/allJobs')
  await page.getByRole('row', { name: /dale-whitcomb\.mbox/ }).click()
  await page.getByRole('table', { name: 'Exceptions' }).waitFor()
}

async function open(page: Page): Promise<void> {
  await page.goto('/overview/review')
  await page
    .getByTestId('position')
    .filter({ hasText: /^\d+ of / })
    .waitFor()
}

async function search(page: Page): Promise<void> {
  await open(page)
  const list = page.getByRole('button', { name: 'List', exact: true })
  if (await list.isVisible()) await list.click()
  const query = page.getByLabel('Search documents')
  await query.fill('larkspur AND (price OR cavern)')
  await query.press('Enter')
  await settle(page)
  // A narrow window shows the first document that is found, or stays with the list where that one is open already.
  if (await list.isVisible()) await list.click()
  await page.locator('#row-0[data-document]').waitFor()
}

async function pane(page: Page, name: string): Promise<void> {
  await open(page)
  await page.getByRole('tab', { name }).click()
}

async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const dark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
  if (dark !== (theme === 'dark'))
    await page
      .getByRole('button', { name: /theme|dark|light/i })
      .first()
      .click()
  await page.waitForFunction((wanted) => document.documentElement.classList.contains(wanted), theme)
}

/** Nothing on its way any more, and nothing half-drawn. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
}
