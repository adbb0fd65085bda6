/** How many exceptions there are of which kind, and of whom; each narrows the list to what it counts. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { ExceptionFigure } from '#contracts/collect.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { number } from '../ui/format.ts'
import { byCustodian, byKind, type Count, type Narrowed } from './figures.ts'
import { exceptionNames } from './words.ts'

export function ExceptionFigures({
  figures,
  value,
  onChange,
}: {
  readonly figures: readonly ExceptionFigure[]
  readonly value: Narrowed
  readonly onChange: (value: Narrowed) => void
}): ReactElement {
  /** Chosen once more, it leaves nothing out again. */
  const choose = (part: Partial<Narrowed>, isChosen: boolean): void => {
    const none = Object.fromEntries(Object.keys(part).map((name) => [name, null]))
    onChange({ ...value, ...(isChosen ? none : part) })
  }
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      gap="4"
      px="4"
      py="3"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Group title="By kind">
        {byKind(figures, value).map(({ category, codes, ...count }) => {
          const isChosen = value.category === category
          const [sole] = codes.length === 1 ? codes : []
          return (
            <chakra.li key={category}>
              <Figure
                name={category}
                count={count}
                isChosen={isChosen}
                onChoose={() => choose({ category, code: null }, isChosen)}
              />
              {sole === undefined && (
                <chakra.ul listStyleType="none" ps="4">
                  {codes.map(({ code, ...own }) => (
                    <li key={code}>
                      <Figure
                        name={exceptionNames[code]}
                        count={own}
                        isChosen={value.code === code}
                        onChoose={() => choose({ code, category: null }, value.code === code)}
                      />
                    </li>
                  ))}
                </chakra.ul>
              )}
            </chakra.li>
          )
        })}
      </Group>
      <Group title="By custodian">
        {byCustodian(figures, value).map(({ custodianId, custodian, ...count }) => {
          const isChosen = value.custodianId === custodianId
          return (
            <li key={custodianId}>
              <Figure
                name={custodian}
                count={count}
                isChosen={isChosen}
                onChoose={() => choose({ custodianId }, isChosen)}
              />
            </li>
          )
        })}
      </Group>
    </chakra.div>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <chakra.div minWidth="0">
      <chakra.h3 fontSize="xs" fontWeight={600} color="muted" mb="1">
        {title}
      </chakra.h3>
      <chakra.ul
        aria-label={`Exceptions ${title.toLowerCase()}`}
        listStyleType="none"
        // There are few kinds; there may be hundreds of custodians. A row is left half in sight where more follow.
        maxHeight="402px"
        overflowY="auto"
      >
        {children}
      </chakra.ul>
    </chakra.div>
  )
}

function Figure({
  name,
  count: { all, open },
  isChosen,
  onChoose,
}: {
  readonly name: string
  readonly count: Count
  readonly isChosen: boolean
  readonly onChoose: () => void
}): ReactElement {
  return (
    <chakra.button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      display="flex"
      width="full"
      gap="3"
      px="2"
      py="1"
      textAlign="start"
      borderRadius="md"
      cursor="pointer"
      background={isChosen ? 'selected' : 'transparent'}
      _hover={{ background: isChosen ? 'selected' : 'hover' }}
    >
      <chakra.span flex="1" minWidth="0" truncate title={marked(name)}>
        <Foreign text={name} />
      </chakra.span>
      <chakra.span fontSize="xs" lineHeight="inherit" whiteSpace="nowrap" color="faint">
        {open > 0 && <chakra.span color="attentionInk">{number(open)} open</chakra.span>}
        {open > 0 && open < all && ' · '}
        {open < all && `${number(all - open)} resolved`}
      </chakra.span>
      <chakra.span fontVariantNumeric="tabular-nums" minWidth="5ch" textAlign="end">
        {number(all)}
      </chakra.span>
    </chakra.button>
  )
}
