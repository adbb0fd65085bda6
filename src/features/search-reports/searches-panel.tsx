/** What is kept of searching, in four parts: saved searches, search term reports, random samples, one's own past searches. */
import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { SavedSearchesPanel } from '../saved-searches/panel.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { HistoryTab } from './history-tab.tsx'
import { ReportsTab } from './reports-tab.tsx'
import { SamplesTab } from './samples-tab.tsx'

const tabs = [
  { id: 'saved', label: 'Saved', Content: SavedSearchesPanel },
  { id: 'reports', label: 'Reports', Content: ReportsTab },
  { id: 'samples', label: 'Samples', Content: SamplesTab },
  { id: 'history', label: 'History', Content: HistoryTab },
] as const

export function SearchesPanel(): ReactElement {
  const [current, setCurrent] = useState<(typeof tabs)[number]>(tabs[0])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length] ?? tabs[0]
    setCurrent(next)
    document.getElementById(`searches-${next.id}`)?.focus()
  }
  const { Content } = current
  return (
    <>
      <chakra.div
        role="tablist"
        aria-label="What is kept of searching"
        display="flex"
        px="2"
        borderBottomWidth="1px"
        borderColor="line"
      >
        {tabs.map((tab) => (
          <chakra.button
            key={tab.id}
            id={`searches-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls="searches-content"
            tabIndex={tab === current ? 0 : -1}
            onClick={() => setCurrent(tab)}
            onKeyDown={move}
            flex="1"
            px="1"
            height="32px"
            fontSize="sm"
            color={tab === current ? 'accentInk' : 'muted'}
            fontWeight={tab === current ? 600 : 400}
            borderBottomWidth="2px"
            borderColor={tab === current ? 'accent' : 'transparent'}
            mb="-1px"
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            {tab.label}
          </chakra.button>
        ))}
      </chakra.div>
      <chakra.div
        // Where the last row of a list goes, the list goes too.
        ref={useKeptFocus<HTMLDivElement>()}
        id="searches-content"
        role="tabpanel"
        aria-labelledby={`searches-${current.id}`}
        tabIndex={-1}
        outline="none"
      >
        <Content />
      </chakra.div>
    </>
  )
}
