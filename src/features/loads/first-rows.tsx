/** The first rows of a load file by its columns, so that somebody sees whether it is read rightly. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Foreign, marked } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import type { Look } from './draft.ts'

const columnsShown = 100

/** Of an image list, which has no columns of its own. */
const imageColumns = ['Page', 'File', 'Begins here']

export function FirstRows({ label, look }: { readonly label: string; readonly look: Look }): ReactElement {
  const names = look.columns.length > 0 ? look.columns.map(({ name }) => name) : imageColumns
  const columns = names.slice(0, columnsShown)
  const width = Math.max(1, columns.length)
  return (
    // It can be scrolled by keys.
    <chakra.section aria-label={label} tabIndex={0} overflowX="auto">
      <chakra.table borderCollapse="collapse" aria-label={label} minWidth="full" fontSize="sm">
        <thead>
          <tr>
            <Head isNumber>Line</Head>
            {columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a heading may stand there twice
              <Head key={at}>
                <Foreign text={name} />
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {look.rows.map(({ line, values, refused }) => (
            <chakra.tr key={line} borderTopWidth="1px" borderColor="line">
              <chakra.th scope="row" px="3" textAlign="end" fontWeight={400} color="faint" height="row">
                {number(line)}
              </chakra.th>
              {values === null ? (
                <chakra.td px="3" colSpan={width} color="dangerInk">
                  <chakra.span display="inline-flex" gap="1" alignItems="center">
                    <Icon name="error" size={14} />
                    {refused ?? 'This row cannot be read.'}
                  </chakra.span>
                </chakra.td>
              ) : (
                columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: by column
                  <chakra.td key={at} px="3" maxWidth="240px" truncate title={marked(values[at] ?? '')}>
                    <Foreign text={values[at] ?? ''} />
                  </chakra.td>
                ))
              )}
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      {look.rows.length === 0 && (
        <chakra.p p="4" color="muted">
          There are no rows in it.
        </chakra.p>
      )}
      {look.columns.length > columnsShown && (
        <chakra.p px="4" py="2" fontSize="xs" color="faint">
          The first {number(columnsShown)} of {number(look.columns.length)} columns are shown here; all of
          them in the mapping.
        </chakra.p>
      )}
    </chakra.section>
  )
}

const Head = ({
  isNumber = false,
  children,
}: {
  /** As wide as its numbers, which stand at its end. */
  readonly isNumber?: boolean
  readonly children: ReactNode
}): ReactElement => (
  <chakra.th
    scope="col"
    px="3"
    height="row"
    width={isNumber ? '1%' : undefined}
    textAlign={isNumber ? 'end' : 'start'}
    fontSize="xs"
    fontWeight={600}
    color="muted"
    whiteSpace="nowrap"
  >
    {children}
  </chakra.th>
)
