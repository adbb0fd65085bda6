/** Who may check out the batches of an assignment: some reviewers, or (nobody chosen) all of the project. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { reviewers } from '#src/reads/assignments.ts'
import { roleWords } from '../people/roles.ts'
import { useRead } from '../ui/answer.ts'
import { Skeleton } from '../ui/states.tsx'

export function WhoMay({
  chosen,
  onChoose,
}: {
  readonly chosen: readonly number[]
  readonly onChoose: (userIds: readonly number[]) => void
}): ReactElement {
  const { value, failure } = useRead(reviewers, {})
  return (
    <chakra.fieldset border="0" minWidth="0">
      <chakra.legend fontSize="xs" fontWeight={600} color="muted" pb="1">
        Who may check out batches
      </chakra.legend>
      <chakra.div
        borderWidth="1px"
        borderColor="control"
        borderRadius="md"
        // As high before they are known: the buttons below would move away from under a click.
        height="122px"
        overflowY="auto"
        py="1"
      >
        {value === null && failure === null && <Skeleton rows={3} />}
        {value === null && failure !== null && (
          <chakra.p role="alert" px="3" py="1" color="dangerInk" fontSize="xs">
            {failure.message}
          </chakra.p>
        )}
        {value?.map(({ userId, name, role }) => (
          <chakra.label key={userId} display="flex" alignItems="center" gap="2" height="28px" px="3">
            <input
              type="checkbox"
              checked={chosen.includes(userId)}
              onChange={(event) =>
                onChoose(event.target.checked ? [...chosen, userId] : chosen.filter((one) => one !== userId))
              }
            />
            <chakra.span flex="1" truncate>
              {name}
            </chakra.span>
            <chakra.span fontSize="xs" color="faint" whiteSpace="nowrap">
              {roleWords(role)}
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
      <chakra.p fontSize="xs" color="faint" pt="1">
        {chosen.length === 0 ? 'Nobody chosen: all reviewers of the project.' : 'Only those chosen.'}
      </chakra.p>
    </chakra.fieldset>
  )
}
