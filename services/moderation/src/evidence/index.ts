import type { ReportParts } from '../reports/rpc.js'
import { accepted, type ModerationHandlers } from '../shared/rpc.js'
import { readLines, readTexts, textsOf } from './rules.js'

export const keepLines =
  ({ transcripts }: Pick<ReportParts, 'transcripts'>): ModerationHandlers['keepLines'] =>
  async ({ rooms }) => {
    await transcripts.keep(accepted(readTexts(rooms)))
    return {}
  }

export const recordLines =
  ({ transcripts }: Pick<ReportParts, 'transcripts'>): ModerationHandlers['recordLines'] =>
  async ({ lines }) => {
    await transcripts.keep(textsOf(accepted(readLines(lines))))
    return {}
  }
