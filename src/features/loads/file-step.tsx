/** The first step: which load files, how they are written, and what the first rows then say. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { FoundLoadFile } from '#contracts/loads.ts'
import type { LoadDraft } from '#src/events/catalog/loads.ts'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { DateForms } from './date-forms.tsx'
import { DialectForm } from './dialect-form.tsx'
import { type FoundFiles, usualDialect } from './draft.ts'
import { FirstRows } from './first-rows.tsx'
import type { LoadBeingPrepared } from './use-load.ts'
import { kindNames } from './words.ts'

export function FileStep({
  load: { rows, images, change },
  draft,
  files,
}: {
  readonly load: LoadBeingPrepared
  readonly draft: LoadDraft
  readonly files: FoundFiles
}): ReactElement {
  const ofRows = files.data.filter(({ kind }) => kind === 'delimited' || kind === 'edrm')
  const ofImages = files.data.filter(({ kind }) => kind === 'opt' || kind === 'lfp')
  const { look, dialect } = rows
  return (
    <>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', lg: '1fr 1fr' }} gap="5">
        <Files
          title="Load file"
          name="rows"
          none={ofRows.length === 0 ? 'None was found' : 'None: documents come from the image list alone'}
          files={ofRows}
          chosen={draft.rows?.sourceFileId ?? null}
          onChoose={(file) =>
            change({
              rows:
                file !== null && (file.kind === 'delimited' || file.kind === 'edrm')
                  ? { sourceFileId: file.sourceFileId, kind: file.kind }
                  : null,
              ...{ dialect: null, columns: [], mode: { is: 'new' }, custodians: null },
            })
          }
        />
        <Files
          title="Image list"
          name="images"
          none={ofImages.length === 0 ? 'None was found' : 'None: without page images'}
          files={ofImages}
          chosen={draft.images?.sourceFileId ?? null}
          onChoose={(file) =>
            change({
              images:
                file !== null && (file.kind === 'opt' || file.kind === 'lfp')
                  ? { sourceFileId: file.sourceFileId, kind: file.kind }
                  : null,
            })
          }
        />
      </chakra.div>
      {files.totalCount > files.data.length && (
        <chakra.p fontSize="xs" color="faint">
          The first {number(files.data.length)} of {counted(files.totalCount, 'file')} that look like load
          files are shown.
        </chakra.p>
      )}
      {draft.rows !== null && (
        <>
          {look?.fault != null && <Notice tone="danger">{look.fault}</Notice>}
          {rows.failure !== null && look !== null && <Notice tone="danger">{rows.failure.message}</Notice>}
          {draft.rows.kind === 'delimited' && rows.found !== null && (
            <DialectForm
              found={rows.found}
              dialect={dialect ?? usualDialect}
              onChoose={(chosen, isSameTable) =>
                // Columns that are parted otherwise are other columns.
                change({
                  dialect: chosen,
                  ...(isSameTable
                    ? {}
                    : {
                        columns: [],
                        ...(draft.mode.is === 'overlay' ? { mode: { ...draft.mode, column: null } } : {}),
                      }),
                })
              }
            />
          )}
          {look !== null && dialect !== null && look.fault === null && (
            <DateForms
              columns={look.columns}
              dialect={dialect}
              onChoose={(chosen) => change({ dialect: chosen })}
            />
          )}
          <Section
            title="First rows"
            aside={
              <chakra.span fontSize="xs" color="faint" role="status">
                {look === null
                  ? ''
                  : rows.isOld && rows.failure === null
                    ? 'Being read anew…'
                    : look.fault === null
                      ? counted(look.columns.length, 'column')
                      : 'Nothing can be read'}
              </chakra.span>
            }
          >
            {look === null && (
              <Missing
                answer={{ value: null, failure: rows.failure }}
                rows={6}
                title="The load file could not be looked at"
                onRetry={rows.again}
              />
            )}
            {look !== null && look.fault === null && (
              <FirstRows label="First rows of the load file" look={look} />
            )}
            {look !== null && look.fault !== null && (
              <chakra.p p="4" color="muted">
                No row can be read like this. Choose another encoding or other characters above.
              </chakra.p>
            )}
          </Section>
        </>
      )}
      {draft.images !== null && (
        <Section title="First lines of the image list">
          <Missing
            answer={images}
            rows={4}
            title="The image list could not be looked at"
            onRetry={images.again}
          />
          {images.value?.fault != null && (
            <chakra.div p="4">
              <Notice tone="danger">{images.value.fault}</Notice>
            </chakra.div>
          )}
          {images.value !== null && images.value.fault === null && (
            <FirstRows label="First lines of the image list" look={images.value} />
          )}
        </Section>
      )}
    </>
  )
}

function Files({
  title,
  name,
  none,
  files,
  chosen,
  onChoose,
}: {
  readonly title: string
  readonly name: string
  readonly none: string
  readonly files: readonly FoundLoadFile[]
  readonly chosen: number | null
  readonly onChoose: (file: FoundLoadFile | null) => void
}): ReactElement {
  return (
    <Section title={title}>
      <chakra.fieldset minWidth="0" maxHeight="220px" overflowY="auto">
        <chakra.legend srOnly>{title}</chakra.legend>
        {files.map((file) => {
          const { sourceFileId, path, kind, size } = file
          return (
            <Choice
              key={sourceFileId}
              name={name}
              isChosen={sourceFileId === chosen}
              onChoose={() => onChoose(file)}
              note={`${kindNames[kind]} · ${fileSize(size)}`}
            >
              <chakra.span display="block" truncate title={marked(path.join('/'))}>
                <chakra.span color="faint">
                  {path.slice(0, -1).map((folder) => `${marked(folder)}/`)}
                </chakra.span>
                <Foreign text={path.at(-1) ?? ''} />
              </chakra.span>
            </Choice>
          )
        })}
        <Choice name={name} isChosen={chosen === null} onChoose={() => onChoose(null)}>
          <chakra.span color="muted">{none}</chakra.span>
        </Choice>
      </chakra.fieldset>
    </Section>
  )
}

const Choice = ({
  name,
  isChosen,
  onChoose,
  note,
  children,
}: {
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly note?: string
  readonly children: ReactNode
}): ReactElement => (
  <chakra.label
    display="flex"
    gap="3"
    alignItems="center"
    minHeight="row"
    px="4"
    background={isChosen ? 'selected' : 'transparent'}
    _hover={{ background: isChosen ? 'selected' : 'hover' }}
  >
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <chakra.span flex="1" minWidth="0">
      {children}
    </chakra.span>
    {note !== undefined && (
      <chakra.span fontSize="xs" color="faint" whiteSpace="nowrap">
        {note}
      </chakra.span>
    )}
  </chakra.label>
)
