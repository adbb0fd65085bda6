/** What passes the filter and what does not, in documents, families and bytes. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Figures } from '#src/reads/facets.ts'
import { fileSize, number, percent } from '../ui/format.ts'
import { Bar } from '../ui/progress-bar.tsx'

export function Outcome({
  chosen,
  all,
}: {
  readonly chosen: Figures | null
  readonly all: Figures | null
}): ReactElement {
  const figures = (of: Pick<Figures, 'documents' | 'families' | 'bytes'> | null) =>
    of === null ? ['–', '–', '–'] : [number(of.documents), number(of.families), fileSize(of.bytes)]
  const rest =
    chosen === null || all === null
      ? null
      : {
          documents: all.documents - chosen.documents,
          families: all.families - chosen.families,
          bytes: all.bytes - chosen.bytes,
        }
  const rows = [
    { label: 'Chosen', cells: figures(chosen), strong: true },
    { label: 'Not chosen', cells: figures(rest), strong: false },
    { label: 'All', cells: figures(all), strong: false },
  ]
  return (
    <chakra.div
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      px="4"
      py="3"
      role="status"
      aria-label="What the filter chooses, in numbers"
      data-testid="outcome"
    >
      <chakra.table width="full">
        <thead>
          <tr>
            <td />
            {['Documents', 'Families', 'Size'].map((head) => (
              <chakra.th key={head} scope="col" textAlign="end" fontSize="xs" color="faint" fontWeight={600}>
                {head}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells, strong }) => (
            <tr key={label}>
              <chakra.th scope="row" textAlign="start" fontWeight={strong ? 600 : 400} height="row">
                {label}
              </chakra.th>
              {cells.map((cell, at) => (
                <chakra.td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand as they are
                  key={at}
                  textAlign="end"
                  fontWeight={strong ? 600 : 400}
                  color={strong ? 'ink' : 'muted'}
                >
                  {cell}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.div display="flex" alignItems="center" gap="3" pt="2">
        <chakra.div flex="1">
          <Bar
            part={chosen?.documents ?? 0}
            all={all?.documents ?? 0}
            label="Chosen of all documents"
            height={6}
          />
        </chakra.div>
        <chakra.span fontSize="xs" color="muted">
          {percent(chosen?.documents ?? 0, all?.documents ?? 0)}
        </chakra.span>
      </chakra.div>
    </chakra.div>
  )
}
