/** The two runs of the tests: `npm test`, and `npm run test:deep`, which plays what is random with very many cases. */
import { it, type TestOptions } from 'vitest'

const factor = Number(process.env.AFFIANT_DEEP ?? '1')

/** How many random cases a property test makes: the deep run multiplies them. */
export const runs = (count: number): number => Math.round(count * factor)
/** Whether this is the deep run, which also takes the whole of the real documents. */
export const deep: boolean = factor > 1

/** The options of a test, or of a suite, that the deep run plays and `npm test` does not. */
export const inDeepRun = { tags: ['deep'] } satisfies TestOptions

/** A test with very many cases. The deep run plays it, `npm test` does not; a file that is run by name plays all it has. */
export const property = (
  name: string,
  body: () => void | Promise<void>,
  options: number | TestOptions = {},
): void => it(name, { ...(typeof options === 'number' ? { timeout: options } : options), ...inDeepRun }, body)

/** A promise about so many cases in either run. The two are tests of their own: none is played in both runs. */
export const promised = (
  name: string,
  [quick, many]: readonly [number, number],
  body: (cases: number) => void | Promise<void>,
  timeout = 60_000,
): void => {
  it(name, { timeout }, () => body(quick))
  property(`${name}, in very many cases`, () => body(deep ? many : quick), timeout * (deep ? 10 : 1))
}
