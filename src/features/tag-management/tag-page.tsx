/** The tags of a project: its categories with their tags, in their order; made, renamed, merged and deleted here. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import { tagsEnabled } from '#contracts/project.ts'
import { quickTagsName } from '#contracts/tags.ts'
import { managedTags } from '#src/reads/tag-management.ts'
import { $bulkChanges } from '#src/stores/bulk.ts'
import { $project } from '#src/stores/selection.ts'
import { $tagging, type ShownCategory, shownCategories } from '#src/stores/tag-management.ts'
import { BulkChanges } from '../bulk/bulk-bar.tsx'
import { NoProject } from '../project/no-project.tsx'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useGrantedBy, useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Page } from '../ui/page.tsx'
import { DeniedState, EmptyState, Missing } from '../ui/states.tsx'
import { AddCategory } from './add-category.tsx'
import { CategorySection } from './category-section.tsx'
import { RefusedNote } from './refused-note.tsx'
import { isBegunHere } from './tries.ts'
import { useOrdering } from './use-ordering.ts'

const back = <Link to="/overview/ProjectSetting">Back to the project settings</Link>
const refusedHere = ['coding'] as const

export function TagPage(): ReactElement {
  const who = useWho()
  const grantedBy = useGrantedBy('Review managers and stronger roles manage tags.')
  const project = useUnit($project)
  if (who.projectId === null) return <NoProject icon="tag" />
  if (!who.can('tag.manage'))
    return (
      <DeniedState
        page
        what="the management of tags"
        grantedBy={grantedBy}
        action={<Link to="/overview">Back to the overview</Link>}
      />
    )
  if (project !== null && !tagsEnabled(project.features))
    return (
      <EmptyState page icon="tag" title="This project has no tags" action={back}>
        It is coded with forms.
      </EmptyState>
    )
  return <Tags />
}

function Tags(): ReactElement {
  const { changes, tagging } = useUnit({ changes: $bulkChanges, tagging: $tagging })
  // Merging, its undo, and what other tabs of this browser have changed.
  const ended = changes.filter((one) => one.ended !== null).map(({ bulkId }) => bulkId)
  const answer = useRead(managedTags, {}, { asOf: `${tagging.saved} ${ended.at(-1) ?? ''}` })
  const [adding, setAdding] = useState(false)
  const categories =
    answer.value === null ? [] : shownCategories(answer.value, tagging.waiting.filter(isBegunHere))
  const add = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      Add a category
    </Button>
  )
  return (
    <Page
      title="Tags"
      within="Project settings"
      lead={
        <>
          What documents are tagged with stays so when a tag is renamed or moved. {quickTagsName} are put on
          and taken off in review by <Kbd keys="t" /> and a figure. {back}
        </>
      }
      actions={answer.value !== null && categories.length > 0 ? add : undefined}
    >
      <chakra.div borderRadius="lg" overflow="clip" _empty={{ display: 'none' }}>
        <BulkChanges />
      </chakra.div>
      {tagging.refused !== null && <RefusedNote refused={tagging.refused} />}
      <Missing answer={answer} rows={8} title="The tags could not be loaded" onRetry={answer.again} />
      {answer.value !== null && categories.length === 0 && (
        <EmptyState icon="tag" title="No tags yet" action={add}>
          Categories hold tags: of some a document has one, of others several.
        </EmptyState>
      )}
      <Categories categories={categories} />
      {adding && <AddCategory categories={categories} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Categories({ categories }: { readonly categories: readonly ShownCategory[] }): ReactElement {
  const ordering = useOrdering(categories)
  return (
    <chakra.div position="relative" display="flex" flexDirection="column" gap="4">
      <RefusalNotice about={refusedHere} at="above" />
      <chakra.p role="status" aria-label="Order" srOnly>
        {ordering.said}
      </chakra.p>
      {categories.map((category, at) => (
        <CategorySection
          key={category.tagCategoryId}
          category={category}
          at={at}
          categories={categories}
          ordering={ordering}
        />
      ))}
    </chakra.div>
  )
}
