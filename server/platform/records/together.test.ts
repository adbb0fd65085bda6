import { expect, it } from 'vitest'
import { together } from './together.ts'

const after = <T>(ms: number, answer: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(resolve, ms)).then(answer)
const failing = (ms: number, message: string): Promise<never> =>
  after(ms, () => {
    throw new Error(message)
  })

it('answers in the order in which was asked', async () => {
  expect(await together([after(2, () => 'first'), Promise.resolve(2), after(0, () => null)])).toEqual([
    'first',
    2,
    null,
  ])
})

it('rejects with the fault that came first, once nothing is under way any more', async () => {
  let done = false
  const slow = after(20, () => {
    done = true
  })
  await expect(together([failing(10, 'later'), slow, failing(1, 'sooner')])).rejects.toThrow('sooner')
  expect(done).toBe(true)
})
