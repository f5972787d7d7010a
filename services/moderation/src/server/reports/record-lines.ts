import { readLines, textsOf } from '../../domain/transcript/recorded-line.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import type { ReportParts } from './parts.js'

export const recordLines =
  ({ transcripts }: Pick<ReportParts, 'transcripts'>): ModerationHandlers['recordLines'] =>
  async ({ lines }) => {
    await transcripts.keep(textsOf(accepted(readLines(lines))))
    return {}
  }
