/** What a job of texts comes to, and what stands against it: not configured, not allowed, nothing to do. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { TextCheck } from '#contracts/derived-texts.ts'
import { allowSending } from '#src/commands/derived-texts.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Wish } from '#src/events/catalog/derived-texts.ts'
import type { $textsAsked } from '#src/stores/derived-texts.ts'
import { useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { counted, fileSize } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'

interface Props {
  readonly wish: Wish
  readonly again: boolean
  readonly asked: ReturnType<typeof $textsAsked.getState>
  /** Whether documents would leave the server. */
  readonly leaves: boolean
  readonly onLook: () => void
}

export function Checked({ wish, again, asked, leaves, onLook }: Props): ReactElement {
  const run = useUnit(dispatch)
  const { can } = useWho()
  const check = asked?.check ?? null
  if (check === null)
    return asked?.refused == null ? (
      <Skeleton rows={3} />
    ) : (
      <ErrorState title="It could not be looked at" message={asked.refused} onRetry={onLook} />
    )
  const { destination, refusal, allowed } = check
  return (
    <chakra.div
      role="status"
      data-testid="texts-check"
      display="flex"
      flexDirection="column"
      gap="1"
      px="3"
      py="2"
      borderRadius="md"
      {...(leaves ? { background: 'attentionGround', color: 'attentionInk' } : { background: 'selected' })}
    >
      <p>{amount(wish, check)}</p>
      {leaves && refusal !== null && <p>{refusal}</p>}
      {leaves && refusal === null && check.documents > 0 && destination !== null && (
        <p>
          {wish.kind === 'transcribe' ? 'The recordings leave' : 'Their text leaves'} this server for{' '}
          <strong>{destination.host}</strong> (model {destination.model}). Who sent how much is put on the
          record. What a model says may be wrong.
        </p>
      )}
      {!leaves && check.documents > 0 && <p>Nothing leaves this server.</p>}
      {leaves && destination !== null && !allowed && can('project.manage') && (
        <chakra.div>
          <Button size="sm" busy={asked?.allowing} onClick={() => run(allowSending({ wish, again }))}>
            Allow it in this project
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}

/** How much it is, in the unit that it is counted by, and what is left out. */
function amount({ kind }: Wish, { documents, done, underWay, without, billing }: TextCheck): string {
  const what =
    documents === 0
      ? 'There is nothing to do'
      : {
          summarize: counted(billing.summarize, 'document'),
          translate: `${counted(documents, 'document')}, ${counted(billing.translate, 'character')}`,
          transcribe: `${counted(documents, 'recording')}, ${fileSize(billing.transcribe)}`,
        }[kind]
  const left = [
    ...(done > 0 ? [`${counted(done, 'document')} ${done === 1 ? 'has' : 'have'} one already`] : []),
    ...(underWay > 0 ? [`a job makes it of ${counted(underWay, 'document')} already`] : []),
    ...(without > 0
      ? [
          `${counted(without, 'document')} ${without === 1 ? 'has' : 'have'} no ${kind === 'transcribe' ? 'recording' : 'text'}`,
        ]
      : []),
  ]
  return left.length === 0 ? `${what}.` : `${what}; ${left.join(', ')}.`
}
