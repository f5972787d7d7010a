import { readChange } from '../../domain/reports/decide.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import { changeOne } from './change-one.js'
import type { ReportParts } from './parts.js'

export const updateReport =
  (parts: ReportParts): ModerationHandlers['updateReport'] =>
  async (request, call) => {
    const administrator = await call.administrator('reports.decide')
    return changeOne('reports.update', request.id, accepted(readChange(request)), { administrator, call, parts })
  }
