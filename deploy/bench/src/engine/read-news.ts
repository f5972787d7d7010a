import { BattleNews, Phase, subjects } from '@kla/proto'
import { readBareNews, BARE_SUBJECTS } from '../peers/bare-loop/news.js'
import type { EngineContender } from './contender.js'
import type { PhaseTold } from './phase-told.js'

/** How one contender tells of its battles. */
export interface NewsCodec {
  /** Where all of them are told. */
  readonly subject: string
  read(data: Uint8Array): PhaseTold
}

const PHASES: Readonly<Partial<Record<Phase, PhaseTold['phase']>>> = { [Phase.PROMPT]: 'prompt', [Phase.SHOW]: 'show' }

export const NEWS: Readonly<Record<EngineContender, NewsCodec>> = {
  engine: {
    subject: subjects.roomBattle('*'),
    read(data) {
      const { roomId, seq, phase, round, deadlineMs } = BattleNews.decode(data)
      return { battle: roomId, seq, phase: PHASES[phase], round, deadlineMs }
    },
  },
  'bare loop': { subject: BARE_SUBJECTS, read: readBareNews },
}
