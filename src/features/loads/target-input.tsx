/** What a column fills: a place among the documents, a file, a property, a field, a new field, or nothing. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId, useState } from 'react'
import { loadLimits, loadProperties, loadRoles, newFieldTypes } from '#contracts/loads.ts'
import type { Field as ProjectField } from '#contracts/project.ts'
import { typeName } from '../fields/types.ts'
import { Fault } from '../ui/field.tsx'
import { marked } from '../ui/foreign.tsx'
import { Select, TextInput } from '../ui/input.tsx'
import type { Mapped } from './draft.ts'
import { fileRoles, propertyNames, roleNames } from './words.ts'

type Target = Mapped['target']

/** As an option of the menu is called by. */
function optionOf(target: Target): string {
  switch (target.is) {
    case 'role':
      return `role:${target.role}`
    case 'property':
      return `property:${target.property}`
    case 'field':
      return `field:${target.fieldId}`
    case 'newField':
    case 'metadata':
    case 'ignored':
      return target.is
  }
}

/** `name`: of the column, by which a new field is called until somebody says otherwise. */
function targetOf(value: string, name: string): Target {
  const [is, of] = value.split(':')
  const role = loadRoles.find((one) => is === 'role' && one === of)
  if (role !== undefined) return { is: 'role', role }
  const property = loadProperties.find((one) => is === 'property' && one === of)
  if (property !== undefined) return { is: 'property', property }
  if (is === 'field') return { is, fieldId: Number(of) }
  if (is === 'newField')
    return { is, name: name.trim().slice(0, loadLimits.nameLength), typeId: newFieldTypes[0] }
  return { is: value === 'metadata' ? 'metadata' : 'ignored' }
}

interface Option {
  readonly value: string
  readonly label: string
}
const groupsOf = (
  fields: readonly ProjectField[],
): readonly { readonly label: string; readonly options: readonly Option[] }[] => [
  {
    label: 'Place among the documents',
    options: loadRoles
      .filter((role) => !fileRoles.has(role))
      .map((role) => ({ value: `role:${role}`, label: roleNames[role] })),
  },
  {
    label: 'Files of the document',
    options: loadRoles
      .filter((role) => fileRoles.has(role))
      .map((role) => ({ value: `role:${role}`, label: roleNames[role] })),
  },
  {
    label: 'Properties',
    options: loadProperties.map((property) => ({
      value: `property:${property}`,
      label: propertyNames[property],
    })),
  },
  {
    label: 'Fields of the project',
    options: [
      ...fields.map(({ fieldId, displayName, typeId }) => ({
        value: `field:${fieldId}`,
        label: `${marked(displayName)} (${typeName(typeId).toLowerCase()})`,
      })),
      { value: 'newField', label: 'New field…' },
    ],
  },
  {
    label: 'Otherwise',
    options: [
      { value: 'metadata', label: 'Keep as metadata' },
      { value: 'ignored', label: 'Leave out' },
    ],
  },
]

export function TargetInput({
  row: { name, target },
  fields,
  fault,
  isOneOfMany,
  onChoose,
}: {
  readonly row: Mapped
  readonly fields: readonly ProjectField[]
  readonly fault: string | null
  /** A thousand menus with a hundred choices each are a slow page: each has its choices once it is about to open. */
  readonly isOneOfMany: boolean
  readonly onChoose: (target: Target) => void
}): ReactElement {
  const faultId = useId()
  const [isNear, setIsNear] = useState(!isOneOfMany)
  const groups = groupsOf(fields)
  const value = optionOf(target)
  const options = groups.flatMap((group) => group.options)
  const own = options.find((one) => one.value === value) ?? {
    value,
    label: 'A field that is gone: choose another',
  }
  const invalid = fault === null ? {} : { 'aria-invalid': true as const, 'aria-describedby': faultId }
  return (
    <chakra.div minWidth="220px" onFocus={() => setIsNear(true)} onPointerEnter={() => setIsNear(true)}>
      <chakra.div display="flex" gap="1" flexWrap="wrap">
        <Select
          aria-label={`What ${marked(name)} fills`}
          {...(target.is === 'newField' ? {} : invalid)}
          value={value}
          choices={isNear ? [] : [own]}
          onChoose={(chosen) => onChoose(targetOf(chosen, name))}
        >
          {isNear && !options.includes(own) && <option value={own.value}>{own.label}</option>}
          {isNear &&
            groups.map((group) => (
              <optgroup key={group.label} label={group.label}>
                {group.options.map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.label}
                  </option>
                ))}
              </optgroup>
            ))}
        </Select>
        {target.is === 'newField' && (
          <chakra.div display="flex" gap="1" width="full">
            <TextInput
              {...invalid}
              aria-label={`Name of the new field of ${marked(name)}`}
              placeholder="Name of the field"
              value={target.name}
              maxLength={loadLimits.nameLength}
              autoComplete="off"
              onSay={(text) => onChoose({ ...target, name: text })}
            />
            <Select
              aria-label={`Type of the new field of ${marked(name)}`}
              width="140px"
              value={String(target.typeId)}
              choices={newFieldTypes.map((typeId) => ({ value: String(typeId), label: typeName(typeId) }))}
              onChoose={(chosen) =>
                onChoose({
                  ...target,
                  typeId: newFieldTypes.find((one) => String(one) === chosen) ?? target.typeId,
                })
              }
            />
          </chakra.div>
        )}
      </chakra.div>
      {fault !== null && <Fault id={faultId}>{fault}</Fault>}
    </chakra.div>
  )
}
