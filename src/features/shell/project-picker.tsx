/** Going to another project: all that one may see, by client, found by a part of what they are called. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Company, ProjectRow } from '#contracts/company.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { selectProject } from '#src/commands/selection.ts'
import { clients as clientList, projects } from '#src/reads/company.ts'
import { roleWords } from '../people/roles.ts'
import { useWho } from '../session/who.ts'
import { useHeld, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Finder, ranked } from '../ui/finder.tsx'
import { counted } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'

export function ProjectPicker({ onClose }: { readonly onClose: () => void }): ReactElement {
  const run = useUnit(dispatch)
  const navigate = useNavigate()
  const { clientId, projectId } = useWho()
  const clients = useHeld(clientList, {}).value
  const rows = useRead(projects, {})
  const places = useMemo(
    () => placesOf(clients ?? [], rows.value ?? [], { clientId, projectId }),
    [clients, rows.value, clientId, projectId],
  )
  const find = useMemo(() => (text: string) => findPlaces(places, text), [places])
  const leave = (path: string) => () => {
    onClose()
    void navigate(path)
  }
  return (
    <Finder
      label="Projects"
      ask="Find a project"
      placeholder="Find a project by its name, its prefix or its client"
      find={find}
      keyOf={({ row }) => String(row.projectId)}
      groupOf={({ client }) => client}
      show={shown}
      from={places.find(({ current }) => current)}
      awaited={rows.value === null && rows.failure === null}
      none={(text) =>
        rows.value === null
          ? (rows.failure?.message ?? 'The list is on its way.')
          : text !== ''
            ? `No project is called like “${text}”.`
            : 'You are not a member of any project.'
      }
      onChoose={({ row }) => {
        run(selectProject({ clientId: row.companyId, projectId: row.projectId }))
        void navigate('/overview')
      }}
      onClose={onClose}
      foot={
        <chakra.div display="flex" gap="1" p="2" borderTopWidth="1px" borderColor="line">
          {projectId !== null && (
            <Button look="quiet" size="sm" icon="project" onClick={leave('/project')}>
              About this project
            </Button>
          )}
          <Button look="quiet" size="sm" icon="client" onClick={leave('/client')}>
            All clients and projects
          </Button>
        </chakra.div>
      }
    />
  )
}

interface ProjectOption {
  readonly row: ProjectRow
  readonly client: string
  readonly current: boolean
}

/** Client by client as they are listed, the one that is chosen first. */
function placesOf(
  clients: readonly Company[],
  rows: readonly ProjectRow[],
  at: { readonly clientId: number | null; readonly projectId: number | null },
): readonly ProjectOption[] {
  const byClient = Map.groupBy(rows, ({ companyId }) => companyId)
  const names = new Map(clients.map(({ company_id, company_name }) => [company_id, company_name]))
  const order = new Set([...(at.clientId === null ? [] : [at.clientId]), ...names.keys(), ...byClient.keys()])
  return [...order].flatMap((companyId) => {
    const client = names.get(companyId) ?? ''
    return (byClient.get(companyId) ?? []).map((row) => ({
      row,
      client,
      current: row.projectId === at.projectId,
    }))
  })
}

/** By what a project, its prefix and its client are called; each client's stay together, the best match first. */
const findPlaces = (places: readonly ProjectOption[], text: string): readonly ProjectOption[] =>
  [...Map.groupBy(ranked(places, saidOf, text), ({ client }) => client).values()].flat()
const saidOf = ({ row, client }: ProjectOption): string => `${row.projectName} ${row.prefix} ${client}`

const shown = ({ row, current }: ProjectOption): ReactElement => (
  <>
    <span className="icon">{current && <Icon name="check" title="chosen" />}</span>
    <span className="label">{row.projectName}</span>
    <span className="aside code">{row.prefix}</span>
    <span className="aside note">
      {counted(row.documentCount, 'document')} · {roleWords(row.roleName)}
    </span>
  </>
)
