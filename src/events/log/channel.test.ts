import { type BroadcastChannel as LibraryChannel, OPEN_BROADCAST_CHANNELS } from 'broadcast-channel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Channel, hintChannelName } from './channel.ts'
import { channelElection } from './channel-election.ts'
import { lateElection } from './late-election.ts'
import type { Leadership } from './leader.ts'
import { nativeChannel } from './native.ts'

const open: Channel<string>[] = []
const channel = (name: string): Channel<string> => {
  const made = nativeChannel<string>(name)
  if (!made) throw new Error('This Node has no BroadcastChannel')
  open.push(made)
  return made
}
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

describe('the channel between tabs', () => {
  it('[store-sync-channel] is named redux_state_sync', () => {
    expect(hintChannelName).toBe('redux_state_sync')
  })

  it('[client-broadcast-channel] brings what one tab says to the others and not back, by the native method', async () => {
    const [one, two, other] = [channel('test'), channel('test'), channel('elsewhere')]
    for (const made of OPEN_BROADCAST_CHANNELS) expect((made as LibraryChannel).type).toBe('native')
    const heard: string[] = []
    one.subscribe((message) => heard.push(`one ${message}`))
    other.subscribe((message) => heard.push(`other ${message}`))
    const stop = two.subscribe((message) => heard.push(`two ${message}`))
    one.post('hello')
    await expect.poll(() => heard).toEqual(['two hello'])
    stop()
    one.post('nobody listens')
    two.post('answer')
    await expect.poll(() => heard).toEqual(['two hello', 'one answer'])
  })

  it('says nothing after it was closed, and harms nobody', () => {
    const one = channel('test')
    one.close()
    expect(() => one.post('late')).not.toThrow()
  })

  it('is absent where the browser has none', () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    expect(nativeChannel('test')).toBeNull()
    vi.unstubAllGlobals()
  })
})

describe('an election over the channel', () => {
  const faults: unknown[] = []
  const late = lateElection(
    async () => channelElection,
    (fault) => faults.push(fault),
  )

  it('has one leader at a time, and another one when the first resigns', async () => {
    const standing: Leadership[] = [channelElection('lead'), late('lead')]
    const leading = () => standing.filter((one) => one.leads())
    await expect.poll(() => leading().length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const [first] = leading()
    expect(leading()).toHaveLength(1)
    first?.resign()
    await expect.poll(() => leading().length).toBe(1)
    expect(leading()[0]).not.toBe(first)
    for (const one of standing) one.resign()
  })

  it('leads nobody who has resigned before it was fetched, nor where it cannot be fetched', async () => {
    const standing = late('gone')
    standing.resign()
    const cut = lateElection(
      () => Promise.reject(new Error('offline')),
      (fault) => faults.push(fault),
    )('cut')
    await expect.poll(() => faults).toHaveLength(1)
    expect([standing.leads(), cut.leads()]).toEqual([false, false])
  })
})
