import { BattleNews, Phase, subjects } from '@kla/proto'

/** A battle as the loop stores it, and as it is told. */
export interface BareBattle {
  readonly phase: 'prompt' | 'show'
  readonly round: number
  /** Unix milliseconds. */
  readonly deadlineMs: number
}

/** Where all news of the loop can be heard. */
const BARE_SUBJECTS = 'bare.battle.*'

export const bareSubject = (id: string): string => `bare.battle.${id}`

export const bareNews = (id: string, seq: number, battle: BareBattle): string =>
  JSON.stringify({ battle: id, seq, ...battle })

const readBareNews = (data: Uint8Array): PhaseTold => JSON.parse(Buffer.from(data).toString()) as PhaseTold

/** How one contender tells of its battles. */
interface NewsCodec {
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

/** Who tells of the battles that are listened to. */
export type EngineContender = 'engine' | 'bare loop'

/** A change of a battle as it was told, whoever told it. */
export interface PhaseTold {
  readonly battle: string
  /** Rises by one with each change of a battle, from 1. */
  readonly seq: number
  /** Undefined while no battle is on. */
  readonly phase: 'prompt' | 'show' | undefined
  readonly round: number
  /** When the phase ends, Unix milliseconds; 0 while no battle is on. */
  readonly deadlineMs: number
}
