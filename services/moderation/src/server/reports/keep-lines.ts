import { readTexts } from '../../domain/transcript/recorded-line.js'
import { accepted } from '../accepted.js'
import type { ModerationHandlers } from '../dependencies.js'
import type { ReportParts } from './parts.js'

export const keepLines =
  ({ transcripts }: Pick<ReportParts, 'transcripts'>): ModerationHandlers['keepLines'] =>
  async ({ rooms }) => {
    await transcripts.keep(accepted(readTexts(rooms)))
    return {}
  }
