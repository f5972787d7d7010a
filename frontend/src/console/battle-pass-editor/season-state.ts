import type { SeasonView } from '@kla/proto/web'
import type { PillTone } from '../kit/text.js'

type SeasonState = 'draft' | 'planned' | 'running' | 'over'

type Span = Pick<SeasonView, 'published' | 'starts_at' | 'ends_at'>

export function seasonState(season: Span, nowMs: number): SeasonState {
  if (!season.published) return 'draft'
  if (nowMs < Date.parse(season.starts_at)) return 'planned'
  return nowMs < Date.parse(season.ends_at) ? 'running' : 'over'
}

export const SEASON_STATE_WORDS: Readonly<Record<SeasonState, string>> = {
  draft: 'Draft',
  planned: 'Planned',
  running: 'Running',
  over: 'Over',
}

export const SEASON_STATE_TONES: Readonly<Record<SeasonState, PillTone>> = {
  draft: 'amber',
  planned: 'blue',
  running: 'green',
  over: 'plain',
}
