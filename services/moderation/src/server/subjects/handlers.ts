import type { ModerationHandlers } from '../dependencies.js'
import { getSubject } from './get-subject.js'
import type { SubjectParts } from './parts.js'

export const subjectHandlers = (parts: SubjectParts) =>
  ({ getSubject: getSubject(parts) }) satisfies Partial<ModerationHandlers>
