import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The deep run makes more random cases, and takes longer over each test. */
const depth = Number(process.env.AFFIANT_DEEP ?? '1')
const patience = depth > 1 ? 4 : 1
/** No test is played in both runs: `npm test` leaves out what has the tag, the deep run what has it not. */
const tagsFilter = depth > 1 ? ['deep'] : process.env.AFFIANT_WITHOUT_DEEP ? ['!deep'] : []

interface TestFile {
  readonly path: string
  readonly text: string
}

/** Minutes of real documents, of servers that are killed, of full disks: for the deep run alone, with all that they have. */
const isDeepAlone = ({ path }: TestFile) => path.includes('.deep.')
/** On the one database in `npm test`, on the other one in the deep run, where there is another: whole there, too. */
const isOnTheOther = ({ text }: TestFile) =>
  depth > 1 &&
  /\bcostlyDialects\b/.test(text) &&
  (process.env.AFFIANT_TEST_POSTGRES_BIN ?? process.env.AFFIANT_TEST_DATABASE_URL) !== undefined
const isWholeInDeepRun = (file: TestFile) => isDeepAlone(file) || isOnTheOther(file)
/** The deep run loads, besides these, the files that name what of theirs it plays. */
const namesDeepTests = ({ text }: TestFile) => /from '[^']*\/runs\.ts'/.test(text)

/** The files that have a process each: a module that is loaded cannot be replaced, nor seen being loaded. */
const isAlone = ({ path, text }: TestFile) =>
  /^tests\/integration\//.test(path) || /\bvi\.(mock|doMock)\(|\binspectGraph\(/.test(text)

const files = globSync([
  '{contracts,query,server,src,scripts}/**/*.test.{ts,tsx}',
  'tests/{property,integration,server,component}/**/*.test.{ts,tsx}',
])
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter((file) => (depth > 1 ? isWholeInDeepRun(file) || namesDeepTests(file) : !isDeepAlone(file)))

const whole = 'whole in the deep run'
const onTheOther = 'on the other database'

/**
 * Files that are not isolated follow each other in the same process and import each module once: importing is most of what
 * a small file costs. They leave nothing behind: no server, no changed global.
 */
const project = (
  name: string,
  isolate: boolean,
  has: (file: TestFile) => boolean,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, isolate, include: files.filter(has).map(({ path }) => path) },
})

const sharing = (name: string, folders: RegExp) =>
  project(name, false, (file) => !isAlone(file) && !isWholeInDeepRun(file) && folders.test(file.path))

/** The projects, the one with the longest files first. */
const order = [whole, onTheOther, 'server', 'alone', 'component', 'server unit', 'unit']
/** The most seconds that a test of a file may take, where one says so: `}, 240_000)`. */
const secondsAsked = ({ text }: TestFile): number =>
  [...text.matchAll(/^ *(?:\}, |timeout: )?(\d{1,3}(?:_\d{3})?)_000[,)]*$/gm)].reduce(
    (most, [, seconds = '']) => Math.max(most, Number(seconds.replace('_', ''))),
    0,
  )
const weights = new Map(files.map((file) => [file.path, [secondsAsked(file), file.text.length] as const]))

/**
 * The longest first: no core waits in the end while the other one has minutes before it. What a file takes is not known
 * in a fresh clone, only what its tests ask for, and its size. A project's files stay together: those that share a
 * process hand it on.
 */
class LongestFirst extends BaseSequencer {
  override sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const weightOf = ({ moduleId, project: { config } }: TestSpecification) =>
      weights.get(relative(config.root, moduleId).replaceAll('\\', '/')) ?? [0, 0]
    const compared = (a: TestSpecification, b: TestSpecification): number => {
      const [[asked, size], [otherAsked, otherSize]] = [weightOf(a), weightOf(b)]
      const rank = order.indexOf(a.project.name) - order.indexOf(b.project.name)
      return rank || otherAsked - asked || otherSize - size
    }
    return Promise.resolve(specs.toSorted(compared))
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'which-tests',
      configureVitest: ({ project: { config } }) => {
        if (config.name !== whole && config.name !== onTheOther) config.tagsFilter = tagsFilter
      },
    },
  ],
  test: {
    projects: [
      // Reading mail puts a Blob of its own in the place of Node's: no code of the browser is in its process.
      sharing('server unit', /^server\//),
      sharing('unit', /^(contracts|query|src|scripts|tests\/property)\//),
      sharing('component', /^tests\/component\//),
      sharing('server', /^tests\/server\//),
      project('alone', true, (file) => isAlone(file) && !isWholeInDeepRun(file)),
      project(onTheOther, false, (file) => isOnTheOther(file) && !isDeepAlone(file) && !isAlone(file)),
      project(whole, true, (file) => isDeepAlone(file) || (isOnTheOther(file) && isAlone(file))),
    ],
    tags: [{ name: 'deep' }],
    // Only names a folder: a PostgreSQL is started there by the first test that needs one.
    globalSetup: ['tests/server/postgres.ts'],
    // Closes the servers that a file has had.
    setupFiles: ['tests/server/per-file.ts'],
    environment: 'node',
    pool: 'forks',
    // More than the machine has cores: a third of what a test takes it waits, for disks, databases and processes; half of
    // what it takes in the deep run, for those that are killed and started anew.
    maxWorkers: depth > 1 ? 4 : 3,
    testTimeout: 30_000 * patience,
    hookTimeout: 60_000 * patience,
    // What is waited for comes when the machine gets to it: how soon is a figure of the benchmarks.
    expect: { poll: { timeout: 20_000 * patience } },
    restoreMocks: true,
    unstubGlobals: true,
    // A random order would hide nothing here, but tests must not lean on each other.
    sequence: { shuffle: { files: false, tests: false }, sequencer: LongestFirst },
  },
})
