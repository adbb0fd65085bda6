/** The addresses of building forms. */
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'

export const formsPath = '/overview/ProjectSetting/coding-forms'
export const editPath = (formId: number): string => `${formsPath}?form=${formId}`
export const workPath = (key: string): string => `${formsPath}?new=${key}`
export const versionsPath = (formId: number): string => `${formsPath}?versions=${formId}`
export const workKeyOf = (formId: number): string => `form-${formId}`

export const BackToForms = (): ReactElement => <Link to={formsPath}>Back to coding forms</Link>
