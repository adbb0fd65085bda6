/** A number of a production: shows its page as it left, in review. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { seekPage } from '#src/commands/pages.ts'
import { choosePane, open } from '#src/commands/review.ts'

export function PageLink({
  documentId,
  productionId,
  page,
  number,
}: {
  readonly documentId: number
  readonly productionId: number
  /** From 1. */
  readonly page: number
  readonly number: string
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.span fontFamily="mono" fontSize="sm" whiteSpace="nowrap">
      <Link
        to="/overview/review"
        title="Show this page as it left"
        onClick={() => {
          run(open({ documentId, position: null }))
          run(choosePane({ pane: 'pages' }))
          run(seekPage({ documentId, productionId, page }))
        }}
      >
        {number}
      </Link>
    </chakra.span>
  )
}

/** The first and the last number of a document; null: there are no pages to be shown yet. */
export function NumberLinks({
  documentId,
  productionId,
  first,
  last,
  pages,
}: {
  readonly documentId: number
  readonly productionId: number | null
  readonly first: string
  readonly last: string
  readonly pages: number
}): ReactElement {
  const link = (number: string, page: number) =>
    productionId === null ? (
      <chakra.span fontFamily="mono" fontSize="sm" whiteSpace="nowrap">
        {number}
      </chakra.span>
    ) : (
      <PageLink {...{ documentId, productionId, page, number }} />
    )
  return (
    <div>
      {link(first, 1)}
      {last !== first && (
        <chakra.div fontSize="xs" color="muted" whiteSpace="nowrap">
          to {link(last, pages)}
        </chakra.div>
      )}
    </div>
  )
}
