/** What is said of a field that the settings name and the project does not have. */
import { ApiError } from '../../platform/http/error.ts'

export const fieldUnknown = (name: string): ApiError =>
  new ApiError('conflict', `Documents of this project have no field ${name}. Change the settings.`, {
    detail: name,
  })
