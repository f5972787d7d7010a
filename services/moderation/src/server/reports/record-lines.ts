import { readLines } from '../../domain/transcript/recorded-line.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import type { ReportParts } from './parts.js'

export const recordLines =
  ({ transcripts }: Pick<ReportParts, 'transcripts'>): ModerationHandlers['recordLines'] =>
  async ({ lines }) => {
    await transcripts.record(accepted(readLines(lines)))
    return {}
  }
