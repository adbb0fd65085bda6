/** What becomes of the tags of all picked documents. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { tagsTitle } from '#contracts/bulk.ts'
import { tags } from '#src/stores/tags.ts'
import { Select } from '../ui/input.tsx'
import { EmptyState } from '../ui/states.tsx'
import { Foot, type Plan } from './plan-foot.tsx'

const leave = { value: 'leave', label: 'No change' }

export function TagPlan(): ReactElement {
  const { categories } = useUnit(tags.$state)
  const [turned, setTurned] = useState<Readonly<Record<number, 'on' | 'off'>>>({})
  const known = categories ?? []
  const all = known.flatMap((category) => category.tags)
  if (all.length === 0)
    return (
      <EmptyState icon="tag" title="There is nothing to change">
        The project has no tags yet.
      </EmptyState>
    )
  const these = (how: 'on' | 'off') => all.filter((tag) => turned[tag.tagId] === how)
  const [add, remove] = [these('on'), these('off')]
  const crowded = known.find(
    ({ exclusive, tags: own }) => exclusive && own.filter((tag) => turned[tag.tagId] === 'on').length > 1,
  )
  const plan: Plan = {
    title: tagsTitle(
      add.map((tag) => tag.name),
      remove.map((tag) => tag.name),
    ),
    change: { what: 'tags', add: add.map((tag) => tag.tagId), remove: remove.map((tag) => tag.tagId) },
    fault: crowded ? `Only one tag of ${crowded.name} can be on a document.` : null,
  }
  return (
    <>
      <chakra.div
        flex="1"
        minHeight="0"
        overflowY="auto"
        px="3"
        py="2"
        display="flex"
        flexDirection="column"
        gap="3"
      >
        {known.map((category) => (
          <chakra.fieldset key={category.tagCategoryId}>
            <chakra.legend fontSize="xs" fontWeight={600} color="faint" pb="1">
              {category.name}
              {category.exclusive && ' (one of)'}
            </chakra.legend>
            {category.tags.map((tag) => (
              <chakra.div
                key={tag.tagId}
                display="flex"
                gap="2"
                alignItems="center"
                minHeight="32px"
                fontSize="sm"
              >
                <chakra.span flex="1" truncate>
                  {tag.name}
                </chakra.span>
                <Select
                  width="130px"
                  aria-label={tag.name}
                  value={turned[tag.tagId] ?? 'leave'}
                  choices={[leave, { value: 'on', label: 'Put on' }, { value: 'off', label: 'Take off' }]}
                  onChoose={(value) =>
                    setTurned(({ [tag.tagId]: _, ...others }) =>
                      value === 'on' || value === 'off' ? { ...others, [tag.tagId]: value } : others,
                    )
                  }
                />
              </chakra.div>
            ))}
          </chakra.fieldset>
        ))}
      </chakra.div>
      <Foot plan={plan} empty={add.length + remove.length === 0} />
    </>
  )
}
