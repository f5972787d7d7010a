import { readReview } from '../../domain/reports/decide.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import { changeOne } from './change-one.js'
import type { ReportParts } from './parts.js'

export const reviewReport =
  (parts: ReportParts): ModerationHandlers['reviewReport'] =>
  async ({ id, action, notes }, call) => {
    const administrator = await call.administrator('reports.decide')
    return changeOne('reports.review', id, accepted(readReview(action, notes)), { administrator, call, parts })
  }
