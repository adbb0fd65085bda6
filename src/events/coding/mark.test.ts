import { expect, it } from 'vitest'
import { maxTargets, sentUndoMark } from '#contracts/coding.ts'
import { markOf } from './mark.ts'

const undo = { kind: 'undo', group: 'group-0001', targets: ['command-0001', 'command-0002'] } as const

it('taking coding back names the saves that the record has, as many as it takes', () => {
  const undoes = Array.from({ length: 1_000 }, (_, i) => `save-${i}`)
  const mark = markOf({ undoes, mark: null }, undo, 'command-new')
  expect(sentUndoMark.parse(mark)).toEqual(mark)
  expect(mark.targets).toHaveLength(maxTargets)
  expect(mark.targets.at(-1)).toBe('save-999')
})

it('of what was never saved the record knows nothing: putting it back is a change like any other', () => {
  expect(markOf({ undoes: [], mark: null }, undo, 'command-new')).toEqual({
    kind: 'do',
    group: 'command-new',
    targets: [],
  })
})

it('commands that ask the record themselves are named by themselves', () => {
  expect(markOf({ undoes: null, mark: null }, undo, 'command-new')).toEqual({
    kind: 'undo',
    group: 'group-0001',
    targets: ['command-0001', 'command-0002'],
  })
})
