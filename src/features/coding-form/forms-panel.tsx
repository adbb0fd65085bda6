/** The coding forms of the project. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { tagsEnabled } from '#contracts/project.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { $formList } from '#src/stores/coding-view.ts'
import { $project } from '#src/stores/selection.ts'
import { useWho } from '../session/who.ts'

export function CodingFormsPanel(): ReactElement {
  const [run, forms, project] = useUnit([dispatch, $formList, $project])
  const { can } = useWho()
  const coded = project !== null && !tagsEnabled(project.features)
  useEffect(() => {
    if (coded) run(loadForms({}))
  }, [coded, run])
  if (!coded) {
    return <chakra.p p="3">Documents of this project are sorted with tags, so that forms are off.</chakra.p>
  }
  return (
    <ul style={{ listStyle: 'none' }}>
      {forms.map((form) => (
        <chakra.li key={form.coding_form_id} px="3" py="2" borderBottomWidth="1px" borderColor="line">
          {form.name}
        </chakra.li>
      ))}
      {forms.length === 0 && (
        <chakra.li p="3" color="muted">
          No coding form yet.
        </chakra.li>
      )}
      {can('codingForm.manage') && (
        <chakra.li p="3">
          <Link to="/overview/ProjectSetting/coding-forms">Build coding forms</Link>
        </chakra.li>
      )}
    </ul>
  )
}
