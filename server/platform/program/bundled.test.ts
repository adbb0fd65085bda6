import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundleOf, bundlesIn, root, version } from './bundled.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiant-program-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bundle = fileURLToPath(new URL('./bundle.ts', import.meta.url))
const node = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { encoding: 'utf8' })
const source = (path: string): URL => pathToFileURL(join(root, path))

describe('the bundles of the program', () => {
  test('hold what runs in processes and threads of its own, and take the place of what another version has left', () => {
    const aged = ['older', 'cut.1.part', 'recent', 'other.2.part'].map((name) => join(folder, name))
    for (const path of aged) mkdirSync(path)
    for (const path of aged.slice(0, 2)) utimesSync(path, 0, 0)
    const now = join(folder, 'now')
    node(bundle, now)
    expect(readdirSync(folder).toSorted()).toEqual(['now', 'other.2.part', 'recent'])
    const made = globSync('server/**/*.mjs', { cwd: now }).map((path) => path.replaceAll('\\', '/'))
    expect(made).toEqual(
      expect.arrayContaining(
        [
          'server/review/analysis/worker.ts',
          'server/review/verification/verify-thread.ts',
          'server/platform/blobs/keeping-thread.ts',
          'server/platform/jobs/child-main.ts',
          'server/intake/processing/worker.ts',
          'server/platform/records/sqlite-thread.ts',
          'server/review/search/embedded/indexer.ts',
          'server/review/search/embedded/searcher.ts',
        ].map(bundleOf),
      ),
    )
    // Whoever comes second leaves what is there.
    const before = readFileSync(join(now, 'server/platform/jobs/child-main.mjs'))
    node(bundle, now)
    expect(readFileSync(join(now, 'server/platform/jobs/child-main.mjs'))).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.startsWith('now'))).toEqual(['now'])
  })

  test('are not left under the name of a version that they are not of', () => {
    node(bundle, join(folder, 'now'), 'another')
    expect(readdirSync(folder)).toEqual([])
    node(bundle, join(folder, 'now'), version())
    expect(readdirSync(folder)).toEqual(['now'])
  })

  test('load each, with what lies beside its source, and do what the source does', () => {
    const now = join(root, '.cache', 'program', `test-${process.pid}`)
    try {
      node(bundle, now)
      const bundles = bundlesIn(now)
      const works = globSync('server/**/*.mjs', { cwd: now })
        .map((path) => `${path.slice(0, -'.mjs'.length)}.ts`.replaceAll('\\', '/'))
        .filter((path) => readFileSync(join(root, path), 'utf8').includes('export async function work('))
      expect(works.length).toBeGreaterThan(4)
      const exported = (from: (path: string) => URL): string =>
        node(
          '--input-type=module',
          '-e',
          `for (const path of ${JSON.stringify(works.map((path) => from(path).href))})
             console.log(Object.keys(await import(path)).sort().join(' '))`,
        )
      expect(exported((path) => bundles.module(source(path)))).toBe(exported(source))
      for (const path of works)
        expect(relative(now, fileURLToPath(bundles.module(source(path))))).toBe(bundleOf(path))
    } finally {
      rmSync(now, { recursive: true, force: true })
    }
  })

  test('are not asked for what they do not hold', () => {
    expect(bundlesIn(folder).module(source('server/platform/jobs/child-main.ts'))).toEqual(
      source('server/platform/jobs/child-main.ts'),
    )
  })
})
