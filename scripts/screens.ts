/**
 * `npm run screens`: takes a picture of every screen, and of every state of one that looks different, off the sample matter,
 * in light and dark, at 1440 and 600 px. They go into .cache/screens/, which no commit holds; `npm run screens -- FOLDER`
 * takes them into another folder. `npm run screens -- --readme` takes the few that README.md links anew, and no others:
 * docs/screens/ is kept with the sources, where each picture stays in the history for good.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { chromiumOptions } from '../bench/app.ts'
import { atRest } from '../tests/e2e/rest.ts'
import { startServer } from '../tests/e2e/server.ts'
import { type Theme, walks, wear, wears } from '../tests/e2e/walks.ts'

const root = resolve(import.meta.dirname, '..')
const argument = process.argv[2]
const linked = argument === '--readme' ? linkedPictures() : null
const own = resolve(root, linked === null ? '.cache/screens' : 'docs/screens')
const target = argument === undefined || linked !== null ? own : resolve(argument)
const widths = [1440, 600] as const
const themes = ['light', 'dark'] as const
const fileOf = (name: string, theme: Theme, width: number) => `${name}-${theme}-${width}.webp`

// A folder of somebody's own is added to; the product's own holds what is taken now and nothing else.
if (target === own) rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
const missing = new Set(linked)
const browser = await chromium.launch(chromiumOptions)
try {
  for (const width of widths)
    for (const theme of themes) {
      const wanted = [...missing].some((file) => file.endsWith(fileOf('', theme, width)))
      if (linked === null || wanted) await takeAll(width, theme)
    }
} finally {
  await browser.close()
}
if (missing.size > 0) throw new Error(`No walk stops at ${[...missing].join(', ')}`)

function linkedPictures(): ReadonlySet<string> {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
  return new Set([...readme.matchAll(/\(docs\/screens\/([^)]+)\)/g)].map(([, file]) => file ?? ''))
}

/** All walks on a server of their own: what one round has coded is not what the next one finds. */
async function takeAll(width: number, theme: Theme): Promise<void> {
  const server = await startServer()
  const taken = new Set<string>()
  try {
    for (const walk of Object.values(walks)) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await wear(context, theme)
      for await (const { name, page } of walk(await context.newPage(), server)) {
        // The same screen stands at several addresses.
        if (taken.has(name)) continue
        taken.add(name)
        const file = fileOf(name, theme, width)
        if (linked === null || missing.delete(file)) await take(page, theme, file)
      }
      await context.close()
    }
  } finally {
    await server.close()
  }
}

/** A quarter of what a PNG of the same takes, and hardly to be told from it. */
async function take(page: Page, theme: Theme, file: string): Promise<void> {
  // Nothing on its way any more, and nothing half-drawn.
  await atRest(page)
  await page.waitForTimeout(300)
  if (!(await wears(page, theme))) throw new Error(`${file} is not in the ${theme} theme.`)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
  await session.detach()
  writeFileSync(resolve(target, file), data, 'base64')
  console.log(file)
}
