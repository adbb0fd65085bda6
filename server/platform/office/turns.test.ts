import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('no more go on at once than may, and whoever is urgent goes before those who wait', async () => {
  const turns = createTurns(2)
  const order: string[] = []
  const gates = new Map<string, () => void>()
  const take = (name: string, urgent: boolean) =>
    turns.take(urgent, async () => {
      order.push(name)
      await new Promise<void>((open) => gates.set(name, open))
      if (name === 'b') throw new Error('b failed')
    })
  const a = take('a', false)
  const b = take('b', false)
  const rest = [take('c', false), take('d', false), take('e', true)]
  await expect.poll(() => order).toEqual(['a', 'b'])
  gates.get('b')?.()
  await expect(b).rejects.toThrow('b failed')
  await expect.poll(() => order).toEqual(['a', 'b', 'e'])
  gates.get('a')?.()
  await a
  await expect.poll(() => order).toEqual(['a', 'b', 'e', 'c'])
  const settled = turns.settled()
  for (const name of ['c', 'e', 'd']) {
    await expect.poll(() => gates.has(name)).toBe(true)
    gates.get(name)?.()
  }
  await settled
  await Promise.all(rest)
  expect(order).toEqual(['a', 'b', 'e', 'c', 'd'])
})
