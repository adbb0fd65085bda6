import { describe, expect, it } from 'vitest'
import { type Area, createLazyAreas, partsOf } from '../areas/area.ts'
import { createLoadedAreas } from './loaded-areas.ts'

const area: Area = { name: 'notes', commands: [], events: [], projections: {}, effects: [] }

function loading(load: () => Promise<Area>) {
  const faults: unknown[] = []
  const lazy = createLazyAreas([{ name: 'notes', projections: {}, load }])
  const nobody = { userId: null, role: '', projectId: null, can: () => false }
  const nowhere = { userId: null, projectId: null }
  const areas = createLoadedAreas(
    { ...partsOf([]), lazy, who: () => nobody, place: () => nowhere },
    (fault) => faults.push(fault),
  )
  return { areas, faults }
}

describe('loading an area', () => {
  it('is no fault where the area cannot be fetched: the next one who needs it asks again', async () => {
    let offline = true
    const { areas, faults } = loading(async () => {
      if (offline) throw new Error('offline')
      return area
    })
    expect(await areas.load(['notes'])).toBe(false)
    offline = false
    expect(await areas.load(['notes'])).toBe(true)
    expect(areas.missing('notes.add')).toBeNull()
    expect(faults).toEqual([])
  })

  it('is a fault where the area was fetched and cannot be taken in', async () => {
    const { areas, faults } = loading(async () => area)
    const fault = new Error('Two projections have one name')
    areas.subscribe(() => {
      throw fault
    })
    expect(await areas.load(['notes'])).toBe(false)
    expect(faults).toEqual([fault])
  })
})
