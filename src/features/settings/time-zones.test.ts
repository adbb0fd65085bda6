import { describe, expect, it } from 'vitest'
import { offsetOf, timeZones } from './time-zones.ts'

const labels = (own: string) => timeZones(own).map(({ label }) => label)
const offered = (own: string) => timeZones(own).flatMap(({ zones }) => zones.map(({ zone }) => zone))

describe('time zones', () => {
  it('begin with those of the United States, by the names that they have there', () => {
    const [first] = timeZones('UTC')
    expect(first?.label).toBe('United States')
    expect(first?.zones.slice(0, 7).map(({ label }) => label)).toEqual([
      'Eastern (New York), UTC−05:00',
      'Central (Chicago), UTC−06:00',
      'Mountain (Denver), UTC−07:00',
      'Arizona (Phoenix), UTC−07:00',
      'Pacific (Los Angeles), UTC−08:00',
      'Alaska (Anchorage), UTC−09:00',
      'Hawaii (Honolulu), UTC−10:00',
    ])
    expect(labels('UTC').slice(0, 4)).toEqual(['United States', 'Everywhere', 'Americas', 'Europe'])
  })

  it('are each offered once, by place and with their offset, and none under a name that was superseded', () => {
    const all = offered('UTC')
    expect(all.length).toBe(new Set(all).size)
    expect(all.length).toBeGreaterThan(300)
    const legacy = /^(US|Canada|Brazil|Mexico|Chile|Etc|SystemV)\/|^(?!UTC$)[^/]+$/
    expect(all.filter((zone) => legacy.test(zone))).toEqual([])
    const said = timeZones('UTC').flatMap(({ zones }) => zones.map(({ label }) => label))
    expect(said).toContain('Zurich, UTC+01:00')
    expect(said).toContain('Kolkata, UTC+05:30')
    expect(said).toContain('Indiana, Knox, UTC−06:00')
    expect(said.filter((label) => label !== 'UTC' && !/, UTC[+−]\d{2}:\d{2}$/.test(label))).toEqual([])
  })

  it.each(['US/Eastern', 'EST5EDT', 'GB', 'Etc/GMT+5'])('keep %s where it is what is set', (own) => {
    const [first, ...others] = timeZones(own)
    expect(first).toEqual({
      label: 'As it is set',
      zones: [{ zone: own, label: `${own}, ${offsetOf(own)}` }],
    })
    expect(others).toEqual(timeZones('UTC'))
  })

  it('have the offset of the winter half, on either side of the equator', () => {
    expect([offsetOf('Europe/Berlin'), offsetOf('Australia/Sydney'), offsetOf('Asia/Kathmandu')]).toEqual([
      'UTC+01:00',
      'UTC+10:00',
      'UTC+05:45',
    ])
  })
})
