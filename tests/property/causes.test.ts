import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { setValue } from '#src/commands/coding.ts'
import { save } from '#src/commands/coding-saves.ts'
import type { Envelope, LogKind } from '#src/events/envelope.ts'
import { runs, property as test } from '../runs.ts'
import { createDesk, type Desk, deskAreas, documentId, fields } from '../support/desk.ts'
import { perform, script } from '../support/desk-script.ts'

const kinds: readonly LogKind[] = ['device', 'account', 'project']

async function allOf({ tab }: Desk): Promise<Envelope[]> {
  return (await Promise.all(kinds.map((kind) => tab.log(kind)?.read({ after: 0, limit: 1e6 }) ?? []))).flat()
}

/** Commands that only effects say: what the record, a form or a try came to. */
const answers: ReadonlySet<string> = new Set([
  'coding.confirmSave',
  'coding.conflictSave',
  'coding.failSave',
  'effects.recordAttempt',
])

describe('invariant 6: what a day at the desk leaves in the log', () => {
  test('is a forest: every envelope has its command, and every answer its cause, in the same tree and before it', async () => {
    let answered = 0
    await fc.assert(
      fc.asyncProperty(script, async (acts) => {
        const desk = await createDesk()
        try {
          const { fieldId } = fields.responsive
          await desk.tab.dispatch(setValue({ documentId, fieldId, value: 'Yes' }))
          await desk.tab.dispatch(save({ documentId }))
          for (const act of acts) await perform(desk, act)
          desk.record.down = false
          await desk.quiet()
          const all = await allOf(desk)
          const byId = new Map(all.map((envelope) => [envelope.id, envelope]))
          expect(byId.size).toBe(all.length)
          const seen = new Map<string, Envelope>()
          for (const envelope of all) {
            const { commandId, commandType, correlationId, causationId } = envelope
            expect([...deskAreas.registry.keys()]).toContain(commandType)
            // One command, one cause: all that it left hangs together.
            const sibling = seen.get(commandId) ?? envelope
            seen.set(commandId, sibling)
            expect(sibling).toMatchObject({ commandType, correlationId, causationId })
            if (causationId === null) {
              expect(answers.has(commandType)).toBe(false)
              expect(correlationId).toBe(commandId)
              continue
            }
            answered += 1
            const cause = byId.get(causationId)
            expect(cause).toBeDefined()
            expect(cause?.correlationId).toBe(correlationId)
            expect(cause?.commandId).not.toBe(commandId)
            if (cause?.log === envelope.log) expect(cause.seq).toBeLessThan(envelope.seq)
          }
          for (const envelope of all) {
            const met = new Set<string>()
            let root = envelope
            for (let at: Envelope | undefined = envelope; at; at = byId.get(at.causationId ?? '')) {
              expect(met.has(at.id)).toBe(false)
              met.add(at.id)
              root = at
            }
            // The tree bears the name of the gesture at its root.
            expect(root).toMatchObject({ causationId: null, commandId: envelope.correlationId })
          }
        } finally {
          await desk.close()
        }
      }),
      { numRuns: runs(25) },
    )
    expect(answered).toBeGreaterThan(runs(50))
  })
})
