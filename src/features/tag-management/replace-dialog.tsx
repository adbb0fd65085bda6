/** Merging a tag into another, or deleting one that documents have: what it changes is said before. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { ManagedTag } from '#contracts/tag-management.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { replaceTag } from '#src/commands/tag-management.ts'
import { mergePreview } from '#src/reads/tag-management.ts'
import type { ShownCategory } from '#src/stores/tag-management.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'

export function ReplaceDialog({
  how,
  tag,
  categories,
  onClose,
}: {
  readonly how: 'merge' | 'delete'
  readonly tag: ManagedTag
  readonly categories: readonly ShownCategory[]
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const uses = tag.documents + tag.outside
  const [chosen, setChosen] = useState('')
  // Its own category first: that is where its double is.
  const own = (one: ShownCategory) => one.tagCategoryId === tag.tagCategoryId
  const others = [
    ...categories.filter(own),
    ...categories.filter((one) => !own(one) && !one.exclusive),
  ].flatMap((category) =>
    category.tags
      .filter((other) => other.tagId !== tag.tagId && other.leaves === null)
      .map((other) => ({ ...other, category: category.name })),
  )
  const by = others.find(({ tagId }) => String(tagId) === chosen)
  const answer = useRead(mergePreview, by === undefined ? null : { tagId: tag.tagId, intoTagId: by.tagId })
  const { value: preview, failure } = answer
  const title = how === 'merge' ? `Merge ${marked(tag.name)} into another tag` : `Delete ${marked(tag.name)}`
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (by === undefined || preview === null) return
        run(replaceTag({ how, tag: { ...tag, documents: uses }, by: { tagId: by.tagId, name: by.name } }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look={how === 'merge' ? 'primary' : 'danger'}
            disabled={by === undefined || preview === null}
          >
            {how === 'merge' ? 'Merge' : 'Delete and replace'}
          </Button>
        </>
      }
    >
      {how === 'delete' && (
        <p>
          {counted(uses, 'document')} {uses === 1 ? 'has' : 'have'} this tag. Choose the one that takes its
          place.
        </p>
      )}
      {others.length === 0 ? (
        <p>There is no other tag that could take its place. Add one first.</p>
      ) : (
        <Field label={how === 'merge' ? 'Into' : 'In its place'}>
          <Select
            value={chosen}
            placeholder="Choose a tag"
            choices={others.map(({ tagId, name, category }) => ({
              value: String(tagId),
              label: `${category}: ${name}`,
            }))}
            onChoose={setChosen}
          />
        </Field>
      )}
      <chakra.div role="status" aria-label="What changes" minHeight="60px">
        {by !== undefined && failure !== null && <Notice tone="danger">{failure.message}</Notice>}
        {by !== undefined && preview !== null && (
          <>
            <p>
              {preview.documents === 0
                ? `No document has ${marked(tag.name)}: the tag goes, and no document changes.`
                : `${counted(preview.documents, 'document')} with ${marked(tag.name)} will have ${marked(by.name)} instead.`}
              {preview.both > 0 &&
                ` ${number(preview.both)} of them have both already, and keep ${marked(by.name)}.`}
            </p>
            <chakra.p color="muted">
              Each document’s history says so. The receipt undoes it as one step, but for documents that
              somebody tags otherwise meanwhile.
            </chakra.p>
          </>
        )}
      </chakra.div>
    </Dialog>
  )
}
