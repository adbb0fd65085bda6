/** The page before the workspace: the form at the left, what the product is about at the right. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

export function StageFrame({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.div
      minHeight="100dvh"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'minmax(420px, 5fr) 6fr' }}
    >
      <chakra.main
        id="main"
        display="flex"
        flexDirection="column"
        background="surface"
        px={{ base: '5', sm: '12' }}
        py="8"
        minWidth="0"
      >
        <chakra.div display="flex" alignItems="center" gap="2" fontSize="lg" fontWeight={600}>
          <img src="/mark.svg" width={26} height={26} alt="" />
          Affiant
        </chakra.div>
        <chakra.div
          flex="1"
          display="flex"
          flexDirection="column"
          justifyContent="center"
          width="full"
          maxWidth="380px"
          mx="auto"
          py="10"
        >
          <chakra.h1 fontSize="xl" lineHeight="28px" letterSpacing="-0.01em">
            {title}
          </chakra.h1>
          {lead !== undefined && (
            <chakra.div color="muted" mt="1">
              {lead}
            </chakra.div>
          )}
          <chakra.div mt="6" display="flex" flexDirection="column" gap="4">
            {children}
          </chakra.div>
        </chakra.div>
      </chakra.main>
      <chakra.aside
        display={{ base: 'none', md: 'flex' }}
        flexDirection="column"
        justifyContent="flex-end"
        background="#131a2b"
        color="#e7ecf7"
        position="relative"
        overflow="hidden"
        p="12"
      >
        <Chain />
        <chakra.p fontSize="xl" lineHeight="30px" maxWidth="26em" position="relative">
          Every act is a recorded, replayable fact.
        </chakra.p>
        <chakra.p color="#aab6d0" mt="2" maxWidth="40em" position="relative">
          Each value on a document leads to the command that made it, and that command to its cause. What was
          done can be undone, and both stay on the record.
        </chakra.p>
      </chakra.aside>
    </chakra.div>
  )
}

/** Facts as a chain: each link holds on to the one before. */
function Chain(): ReactElement {
  const rows = Array.from({ length: 9 }, (_, row) => row)
  const cells = Array.from({ length: 8 }, (_, cell) => cell)
  return (
    <svg
      aria-hidden
      viewBox="0 0 640 640"
      preserveAspectRatio="xMidYMid slice"
      style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
    >
      <defs>
        <linearGradient id="af-fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.35" stopColor="#131a2b" stopOpacity="0" />
          <stop offset="0.8" stopColor="#131a2b" />
        </linearGradient>
      </defs>
      <g fill="none" stroke="#6f8fdc" strokeWidth="1.2">
        {rows.map((row) =>
          cells.map((cell) => {
            const x = 24 + cell * 82 + (row % 2) * 26
            const y = 24 + row * 58
            const lit = (row * 7 + cell * 3) % 11 === 0
            const faded = 0.16 + ((row * 5 + cell * 7) % 6) * 0.05
            return (
              <g key={`${row}-${cell}`} opacity={lit ? 1 : faded}>
                <rect x={x} y={y} width="52" height="26" rx="5" fill={lit ? '#2b55c8' : 'none'} />
                <path
                  d={`M${x + 10} ${y + 10}h${18 + ((row + cell) % 3) * 7}M${x + 10} ${y + 16}h${12 + ((row * cell) % 4) * 5}`}
                />
                <path d={`M${x + 52} ${y + 13}h30`} strokeDasharray={lit ? 'none' : '3 4'} />
              </g>
            )
          }),
        )}
      </g>
      <rect width="640" height="640" fill="url(#af-fade)" />
    </svg>
  )
}
