/** A category with its tags: renamed in its place, moved, switched between one tag a document and several, deleted. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useRef, useState } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { addTag, deleteCategory, renameCategory, setExclusive } from '#src/commands/tag-management.ts'
import type { ShownCategory } from '#src/stores/tag-management.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { counted } from '../ui/format.ts'
import { Switch } from '../ui/input.tsx'
import { Menu } from '../ui/menu.tsx'
import { InUse } from './in-use.tsx'
import { NameField } from './name-field.tsx'
import { Handle, movesOf, NameButton } from './row-parts.tsx'
import { TagRow } from './tag-row.tsx'
import { newTry } from './tries.ts'
import type { Movable, Ordering } from './use-ordering.ts'

export function CategorySection({
  category,
  at,
  categories,
  ordering,
}: {
  readonly category: ShownCategory
  readonly at: number
  readonly categories: readonly ShownCategory[]
  readonly ordering: Ordering
}): ReactElement {
  const run = useUnit(dispatch)
  const [open, setOpen] = useState<'renaming' | 'adding' | 'deleting' | null>(null)
  const close = () => setOpen(null)
  const frame = useRef<HTMLElement>(null)
  const { tagCategoryId, version, name, exclusive, tags } = category
  const one: Movable = { what: 'category', id: tagCategoryId, name, at, of: categories.length, within: '' }
  const used = tags.filter(({ documents, outside }) => documents + outside > 0)
  // Where the keyboard was before something was written.
  const focusOn = (what: 'name' | 'add') =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-category-${what}]`)?.focus())
  return (
    <chakra.section
      ref={frame}
      aria-label={name}
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      overflow="clip"
      {...ordering.target(one)}
    >
      <chakra.div
        display="flex"
        alignItems="center"
        flexWrap="wrap"
        gap="3"
        minHeight="40px"
        px="3"
        py="1"
        borderBottomWidth="1px"
        borderColor="line"
        background="sunken"
        onKeyDown={ordering.onKeyDown(one)}
      >
        <Handle {...ordering.handle(one)} />
        {open === 'renaming' ? (
          <NameField
            label="Name of the category"
            start={name}
            taken={categories.filter((other) => other !== category).map((other) => other.name)}
            onKeep={(text) => {
              run(renameCategory({ formKey: newTry(), tagCategoryId, version, name: text }))
              close()
              focusOn('name')
            }}
            onLeave={() => {
              close()
              focusOn('name')
            }}
          />
        ) : (
          <chakra.h2 flex="1" minWidth="120px" fontSize="sm" truncate>
            <NameButton name={name} of="category" onPress={() => setOpen('renaming')} />
            <chakra.span fontWeight={400} color="muted" ml="2">
              {counted(tags.length, 'tag')}
            </chakra.span>
          </chakra.h2>
        )}
        <Switch
          on={exclusive}
          label="One tag a document"
          onTurn={(on) => run(setExclusive({ formKey: newTry(), tagCategoryId, version, exclusive: on }))}
        />
        <Button
          size="sm"
          icon="plus"
          aria-label={`Add a tag to ${name}`}
          data-category-add
          onClick={() => setOpen('adding')}
        >
          Add a tag
        </Button>
        <Menu
          end
          trigger={<IconButton size="sm" icon="dots" label={`More for ${name}`} />}
          groups={[
            { items: movesOf(one, ordering) },
            { items: [{ id: 'delete', label: 'Delete', run: () => setOpen('deleting') }] },
          ]}
        />
      </chakra.div>
      <chakra.ul aria-label={`Tags of ${name}`} listStyleType="none">
        {tags.map((tag, place) => (
          <TagRow
            key={tag.tagId}
            tag={tag}
            at={place}
            category={category}
            categories={categories}
            ordering={ordering}
          />
        ))}
        {tags.length === 0 && open !== 'adding' && (
          <chakra.li px="4" py="2" color="faint">
            No tags yet.
          </chakra.li>
        )}
        {open === 'adding' && (
          <chakra.li display="flex" px="3" py="2" borderTopWidth="1px" borderColor="line">
            <NameField
              label={`Name of the new tag of ${name}`}
              start=""
              taken={tags.map((tag) => tag.name)}
              onKeep={(text) => {
                run(addTag({ formKey: newTry(), tagCategoryId, name: text }))
                close()
                focusOn('add')
              }}
              onLeave={() => {
                close()
                focusOn('add')
              }}
            />
          </chakra.li>
        )}
      </chakra.ul>
      {open === 'deleting' && used.length === 0 && (
        <DeleteDialog
          title={`Delete ${name}?`}
          act="Delete the category"
          onDelete={() => run(deleteCategory({ formKey: newTry(), tagCategoryId, version, name }))}
          onClose={close}
        >
          <p>
            {tags.length === 0
              ? 'It has no tags.'
              : `Its tags (${tags.map((tag) => tag.name).join(', ')}) go with it: no document has any of them.`}
          </p>
          <chakra.p color="muted">History keeps what documents were tagged with.</chakra.p>
        </DeleteDialog>
      )}
      {open === 'deleting' && used.length > 0 && <InUse name={name} used={used} onClose={close} />}
    </chakra.section>
  )
}
