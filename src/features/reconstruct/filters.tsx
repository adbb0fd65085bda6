/** What the activity is narrowed by: people, a batch, fields, means. Each count is what choosing it would show. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { filterActivity } from '#src/commands/reconstruct.ts'
import type { LookFilter } from '#src/events/catalog/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { Button } from '../ui/button.tsx'
import { AnswerOf } from './answered.tsx'
import { BatchFacet } from './batch-facet.tsx'
import { Chip, Choice, Fixed, Group } from './facet.tsx'
import { useBatchName } from './use-batches.ts'
import type { Facets } from './use-facets.ts'
import { isOpen, opened } from './use-time-line.ts'
import { meansWords } from './words.ts'

/** In it or not: turned over. */
const turned = <V,>(values: readonly V[], value: V): V[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

export function Filters({ facets }: { readonly facets: Facets }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { filter } = view
  const set = (change: Partial<LookFilter>) => run(filterActivity({ ...filter, ...change }))
  return (
    <chakra.div
      height="full"
      overflowY="auto"
      background="surface"
      py="2"
      tabIndex={0}
      role="region"
      aria-label="Filters"
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      <AnswerOf answered={facets.all} what="What can be filtered" rows={10}>
        {() => (
          <>
            <Group title="People">
              {(facets.people?.reviewers ?? []).map(({ userId, userName, changes }) =>
                userId === null ? (
                  <Fixed key="product" label="The product itself" count={changes} />
                ) : (
                  <Choice
                    key={userId}
                    label={userName}
                    count={changes}
                    on={filter.userIds.includes(userId)}
                    onTurn={() => set({ userIds: turned(filter.userIds, userId) })}
                  />
                ),
              )}
            </Group>
            <BatchFacet batches={facets.batches} />
            <Group title="Fields">
              {(facets.subjects?.subjects ?? []).map(({ kind, subjectId, name, changes }) => (
                <Choice
                  key={`${kind}-${subjectId}`}
                  label={name}
                  count={changes}
                  on={(kind === 'field' ? filter.fieldIds : filter.tagCategoryIds).includes(subjectId)}
                  onTurn={() =>
                    set(
                      kind === 'field'
                        ? { fieldIds: turned(filter.fieldIds, subjectId) }
                        : { tagCategoryIds: turned(filter.tagCategoryIds, subjectId) },
                    )
                  }
                />
              ))}
            </Group>
            <Group title="Method">
              {(facets.means?.means ?? []).map(({ how, changes }) => (
                <Choice
                  key={how}
                  label={meansWords[how]}
                  count={changes}
                  on={filter.how.includes(how)}
                  onTurn={() => set({ how: turned(filter.how, how) })}
                />
              ))}
            </Group>
          </>
        )}
      </AnswerOf>
    </chakra.div>
  )
}

/** Which filters are active; each is taken away with a click. Keeps its line where there are none: nothing moves. */
export function FilterChips({ facets }: { readonly facets: Facets }): ReactElement | null {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { filter } = view
  const batchName = useBatchName(filter.batchId)
  if (isOpen(filter)) return null
  const set = (change: Partial<LookFilter>) => run(filterActivity({ ...filter, ...change }))
  const { userIds, fieldIds, tagCategoryIds, how, documentId, batchId } = filter
  return (
    <chakra.div
      display="flex"
      gap="1"
      flexWrap="wrap"
      alignItems="center"
      px="3"
      py="1"
      borderBottomWidth="1px"
      borderColor="line"
      role="group"
      aria-label="Active filters"
    >
      {userIds.map((id) => (
        <Chip
          key={`person-${id}`}
          label={facets.nameOf('person', id)}
          onRemove={() => set({ userIds: turned(userIds, id) })}
        />
      ))}
      {batchId !== null && <Chip label={batchName} onRemove={() => set({ batchId: null })} />}
      {fieldIds.map((id) => (
        <Chip
          key={`field-${id}`}
          label={facets.nameOf('field', id)}
          onRemove={() => set({ fieldIds: turned(fieldIds, id) })}
        />
      ))}
      {tagCategoryIds.map((id) => (
        <Chip
          key={`tags-${id}`}
          label={facets.nameOf('tags', id)}
          onRemove={() => set({ tagCategoryIds: turned(tagCategoryIds, id) })}
        />
      ))}
      {how.map((one) => (
        <Chip key={one} label={meansWords[one]} onRemove={() => set({ how: turned(how, one) })} />
      ))}
      {documentId !== null && <Chip label="One document" onRemove={() => set({ documentId: null })} />}
      <Button size="sm" look="quiet" onClick={() => set(opened(filter))}>
        Take all away
      </Button>
    </chakra.div>
  )
}
