/** A tag: renamed in its place, moved, given a quick key; with the documents that have it; merged into another, deleted. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useRef, useState } from 'react'
import type { ManagedTag } from '#contracts/tag-management.ts'
import { quoted } from '#query/lex.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { deleteTag, renameTag, setQuickKey } from '#src/commands/tag-management.ts'
import type { ShownCategory } from '#src/stores/tag-management.ts'
import { useLeads } from '../project/leads.ts'
import { useWho } from '../session/who.ts'
import { IconButton } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { type Choice, Select } from '../ui/input.tsx'
import { LeadTo } from '../ui/lead.tsx'
import { Menu } from '../ui/menu.tsx'
import { NameField } from './name-field.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { Handle, movesOf, NameButton } from './row-parts.tsx'
import { newTry } from './tries.ts'
import type { Movable, Ordering } from './use-ordering.ts'

const quickKeys = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** The keys that are free, and its own: of the others it is said whose they are. */
function keyChoices(tag: ManagedTag, categories: readonly ShownCategory[]): readonly Choice[] {
  const all = categories.flatMap(({ tags }) => tags)
  return [
    { value: '', label: 'No key' },
    ...quickKeys.flatMap((key): Choice[] => {
      const holder = all.find(({ quickKey }) => quickKey === key)
      return holder === undefined || holder.tagId === tag.tagId
        ? [{ value: String(key), label: `t ${key}` }]
        : []
    }),
  ]
}

export function TagRow({
  tag,
  at,
  category,
  categories,
  ordering,
}: {
  readonly tag: ManagedTag
  readonly at: number
  readonly category: ShownCategory
  readonly categories: readonly ShownCategory[]
  readonly ordering: Ordering
}): ReactElement {
  const run = useUnit(dispatch)
  const mayReplace = useWho().can('coding.bulk')
  const [open, setOpen] = useState<'renaming' | 'merge' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const frame = useRef<HTMLLIElement>(null)
  const lead = useLeads().documents(`Tags = ${quoted(tag.name)}`)
  const { tagId, version, name, documents, outside, leaves, quickKey } = tag
  const isUnused = documents + outside === 0
  // A query knows tags by their names alone.
  const alike = categories.filter(
    (other) => other !== category && other.tags.some((one) => one.name.toLowerCase() === name.toLowerCase()),
  )
  const one: Movable = {
    what: 'tag',
    id: tagId,
    name,
    at,
    of: category.tags.length,
    within: String(category.tagCategoryId),
  }
  const focusName = () =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[data-tag-name]')?.focus())
  return (
    <chakra.li
      ref={frame}
      aria-label={marked(name)}
      display="flex"
      alignItems="center"
      gap="3"
      minHeight="36px"
      px="3"
      py="0.5"
      borderTopWidth="1px"
      borderColor="line"
      _first={{ borderTopWidth: '0' }}
      _hover={{ background: 'hover' }}
      opacity={ordering.dragged?.what === 'tag' && ordering.dragged.id === tagId ? 0.5 : 1}
      onKeyDown={ordering.onKeyDown(one)}
      {...ordering.target(one)}
    >
      <Handle {...ordering.handle(one)} />
      {open === 'renaming' ? (
        <NameField
          label="Name of the tag"
          start={name}
          taken={category.tags.filter((other) => other !== tag).map((other) => other.name)}
          onKeep={(text) => {
            run(renameTag({ formKey: newTry(), tagId, version, name: text }))
            close()
            focusName()
          }}
          onLeave={() => {
            close()
            focusName()
          }}
        />
      ) : (
        <chakra.div flex="1" minWidth="0" truncate>
          <NameButton name={name} of="tag" disabled={leaves !== null} onPress={() => setOpen('renaming')} />
          {leaves !== null && (
            <chakra.span color="muted" fontSize="xs" ml="2">
              being merged into {leaves.toName}
            </chakra.span>
          )}
        </chakra.div>
      )}
      <chakra.div width="120px" textAlign="end" color={documents === 0 ? 'faint' : 'inherit'} flexShrink={0}>
        {documents > 0 && lead !== undefined ? (
          <LeadTo lead={lead} name={`${counted(documents, 'document')} tagged ${marked(name)}`}>
            {counted(documents, 'document')}
          </LeadTo>
        ) : documents === 0 ? (
          isUnused && 'unused'
        ) : (
          `${number(documents)} documents`
        )}
        {documents > 0 && alike.length > 0 && (
          <chakra.div color="muted" fontSize="xs">
            listed with {marked(name)} of {alike.map((other) => marked(other.name)).join(', ')}
          </chakra.div>
        )}
        {outside > 0 && (
          <chakra.div color="muted" fontSize="xs">
            {number(outside)} not in review
          </chakra.div>
        )}
      </chakra.div>
      <Select
        aria-label={`Quick key of ${marked(name)}`}
        width="92px"
        disabled={leaves !== null}
        value={quickKey === null ? '' : String(quickKey)}
        choices={keyChoices(tag, categories)}
        onChoose={(value) =>
          run(
            setQuickKey({ formKey: newTry(), tagId, version, quickKey: value === '' ? null : Number(value) }),
          )
        }
      />
      <Menu
        end
        trigger={<IconButton size="sm" icon="dots" label={`More for ${marked(name)}`} />}
        groups={[
          { items: movesOf(one, ordering) },
          ...(leaves === null && (mayReplace || isUnused)
            ? [
                {
                  items: [
                    ...(mayReplace
                      ? [{ id: 'merge', label: 'Merge into another tag', run: () => setOpen('merge') }]
                      : []),
                    { id: 'delete', label: 'Delete', run: () => setOpen('delete') },
                  ],
                },
              ]
            : []),
        ]}
      />
      {open === 'delete' && isUnused && (
        <DeleteDialog
          title={`Delete ${marked(name)}?`}
          act="Delete the tag"
          onDelete={() => run(deleteTag({ formKey: newTry(), tagId, version, name }))}
          onClose={close}
        >
          <p>No document has it. History keeps what documents were tagged with.</p>
        </DeleteDialog>
      )}
      {(open === 'merge' || (open === 'delete' && !isUnused)) && (
        <ReplaceDialog how={open} tag={tag} categories={categories} onClose={close} />
      )}
    </chakra.li>
  )
}
