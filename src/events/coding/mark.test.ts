import { expect, it } from 'vitest'
import { maxTargets, sentUndoMark } from '#contracts/coding.ts'
import { markOf } from './mark.ts'

it('taking very long typing back names as many commands as the record takes, the saves among them', () => {
  const targets = Array.from({ length: 1_000 }, (_, i) => `command-${i}`)
  const undo = { kind: 'undo', group: 'group-0001', targets } as const
  const mark = markOf({ undoes: ['save-0001'], mark: null }, undo, 'command-new')
  expect(sentUndoMark.parse(mark)).toEqual(mark)
  expect(mark.targets).toHaveLength(maxTargets)
  expect(mark.targets.slice(-2)).toEqual(['command-999', 'save-0001'])
})
