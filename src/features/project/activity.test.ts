import { describe, expect, it } from 'vitest'
import { activityWords } from './activity.ts'

describe('the activity of a project', () => {
  it('is told in words that go before what it is about', () => {
    expect(activityWords('field.created')).toBe('made the field')
    expect(activityWords('overlay.loaded')).toBe('loaded a file of values')
    expect(activityWords('document.customIdSet')).toBe('gave a custom id to')
    expect(activityWords('project.archived')).toBe('archived the project')
    expect(activityWords('hold.set')).toBe('set a legal hold on the project')
    expect(activityWords('hashList.removed')).toBe('removed the de-NIST list')
  })

  it('is told as it is written where there are no words for it', () => {
    expect(activityWords('newArea.somethingDone')).toBe('something done')
  })
})
