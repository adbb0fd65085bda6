/**
 * Does what a key asked for with batches, wherever the panel is. What it is about follows from how things stand on the
 * server now: where there is one batch or assignment for it, that is meant; where there are several, one is chosen.
 */
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useEffect, useState } from 'react'
import type { Batch, Offered } from '#contracts/assignments.ts'
import { checkIn, openBatch, takeBatch } from '#src/commands/assignments.ts'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { addToast } from '#src/commands/toasts.ts'
import { hasResult } from '#src/events/review/views.ts'
import { myBatches } from '#src/reads/assignments.ts'
import { $listBatch, type BatchName } from '#src/stores/assignments.ts'
import { $network } from '#src/stores/network.ts'
import { $list } from '#src/stores/review.ts'
import { useRead } from '../ui/answer.ts'
import { Finder, ranked } from '../ui/finder.tsx'
import { number } from '../ui/format.ts'
import { type BatchActName, batchActs } from './batch-acts.ts'
import { NewAssignment } from './new-assignment.tsx'
import { reviewedWords } from './words.ts'

interface Props<Act> {
  readonly act: Act
  /** It was done, or could not be, which has been said. */
  readonly onDone: () => void
}

export function BatchAct({ act, onDone }: Props<BatchActName>): ReactElement | null {
  if (act === 'assign') return <Assign onDone={onDone} />
  if (act === 'leave') return <Leave onDone={onDone} />
  return <OnBatches act={act} onDone={onDone} />
}

/** Once, with what is known by then: then it is done. */
function useOnce(commands: readonly CommandInput[] | null, onDone: () => void): void {
  const run = useUnit(dispatch)
  const ready = commands !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known what to do
  useEffect(() => {
    if (commands === null) return
    for (const command of commands) run(command)
    onDone()
  }, [ready])
}

const say = (message: string): readonly CommandInput[] => [addToast({ kind: 'info', message })]

function Assign({ onDone }: Pick<Props<'assign'>, 'onDone'>): ReactElement | null {
  const list = useUnit($list)
  const empty = !hasResult(list) || list.totalCount === 0
  useOnce(empty ? say('There is no document in the list to make an assignment of.') : null, onDone)
  return empty ? null : <NewAssignment of="result" onClose={onDone} />
}

function Leave({ onDone }: Pick<Props<'leave'>, 'onDone'>): null {
  const inList = useUnit($listBatch)
  useOnce(
    inList === null
      ? say('The list shows no batch.')
      : [search({ queryString: '', batchId: null, openAt: 0 })],
    onDone,
  )
  return null
}

interface Choice {
  readonly id: number
  readonly name: string
  readonly aside: string
  readonly command: CommandInput
}

function OnBatches({ act, onDone }: Props<Exclude<BatchActName, 'assign' | 'leave'>>): ReactElement | null {
  const { run, inList, network } = useUnit({ run: dispatch, inList: $listBatch, network: $network })
  const { value, failure } = useRead(myBatches, {})
  // What is held from before may be out of date: nobody checks in a batch that he holds no more.
  const [before] = useState({ value, failure })
  const failed = failure !== null && failure !== before.failure
  // What is still on its way would count as not reviewed.
  const waits = givesBack(act) && network.waiting > 0
  const choices =
    value === before.value || value === null || waits ? null : choicesIn(act, value, inList?.batchId)
  const [only] = choices ?? []
  // The batch in the list was given back, moved to somebody else, or is only looked at: no other one is meant instead.
  const notHeld = inList !== null && value?.held.every(({ batchId }) => batchId !== inList.batchId)
  useOnce(
    !network.online
      ? say('Batches are checked out and in at the server, which cannot be reached now.')
      : failed
        ? []
        : choices === null
          ? null
          : only === undefined
            ? say(givesBack(act) && notHeld ? notYours(inList.name) : none[act])
            : choices.length === 1
              ? [only.command]
              : null,
    onDone,
  )
  const find = useCallback((text: string) => ranked(choices ?? [], ({ name }) => name, text), [choices])
  if (choices === null || choices.length < 2) return null
  return (
    <Finder
      label="Batches"
      ask={batchActs[act].label}
      placeholder={batchActs[act].label}
      find={find}
      keyOf={({ id }) => String(id)}
      show={shown}
      none={(text) => `Nothing of yours is called “${text}”.`}
      onChoose={({ command }) => run(command)}
      onClose={onDone}
    />
  )
}

const givesBack = (act: BatchActName): boolean => act === 'checkIn' || act === 'pending'

const notYours = (name: BatchName | null): string =>
  `${name === null ? 'The batch in the list' : `Batch ${number(name.number)} of ${name.assignmentName}`} is not checked out to you. Nothing was checked in.`

const none = {
  take: 'No batch is left for you to check out.',
  open: 'You have no batch checked out.',
  checkIn: 'You have no batch checked out.',
  pending: 'You have no batch checked out.',
} as const

const shown = ({ name, aside }: Choice): ReactElement => (
  <>
    <span className="label">{name}</span>
    <span className="aside">{aside}</span>
  </>
)

/** What can be meant. Checking in is about the batch in the list and no other, where there is one. */
function choicesIn(
  act: Exclude<BatchActName, 'assign' | 'leave'>,
  { held, offered }: { readonly held: readonly Batch[]; readonly offered: readonly Offered[] },
  inList: number | undefined,
): readonly Choice[] {
  if (act === 'take')
    return offered
      .filter(
        ({ assignmentId, available }) =>
          available > 0 && held.every((one) => one.assignmentId !== assignmentId),
      )
      .map(({ assignmentId, assignmentName, available }) => ({
        id: assignmentId,
        name: assignmentName,
        aside: `${number(available)} to take`,
        command: takeBatch({ assignmentId }),
      }))
  const meant =
    act === 'open' || inList === undefined ? held : held.filter(({ batchId }) => batchId === inList)
  return meant.map(({ batchId, number: no, assignmentName, reviewed, size }) => ({
    id: batchId,
    name: `Batch ${number(no)} of ${assignmentName}`,
    aside: reviewedWords(reviewed, size),
    command:
      act === 'open'
        ? openBatch({ batchId, number: no, assignmentName })
        : checkIn({ batchId, as: act === 'checkIn' ? 'Completed' : 'Pending' }),
  }))
}
