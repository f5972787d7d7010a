import { BattleUpdate, Phase, subjects } from '@kla/proto'

export interface PhaseUpdate {
  readonly battle: string
  /** Rises by one with each change of a battle, from 1. */
  readonly seq: number
  readonly phase: 'prompt' | 'show' | undefined
  readonly round: number
  /** Unix milliseconds; 0 without a battle. */
  readonly deadlineMs: number
}

export type EngineContender = 'engine' | 'bare loop'

interface UpdateCodec {
  readonly subject: string
  read(data: Uint8Array): PhaseUpdate
}

export interface BareBattle {
  readonly phase: 'prompt' | 'show'
  readonly round: number
  /** Unix milliseconds. */
  readonly deadlineMs: number
}

const BARE_SUBJECTS = 'bare.battle.*'

export const bareSubject = (id: string): string => `bare.battle.${id}`

export const encodeBareUpdate = (id: string, seq: number, battle: BareBattle): string =>
  JSON.stringify({ battle: id, seq, ...battle })

const readBareUpdate = (data: Uint8Array): PhaseUpdate => JSON.parse(Buffer.from(data).toString()) as PhaseUpdate

const PHASES: Readonly<Partial<Record<Phase, PhaseUpdate['phase']>>> = { [Phase.PROMPT]: 'prompt', [Phase.SHOW]: 'show' }

export const UPDATES: Readonly<Record<EngineContender, UpdateCodec>> = {
  engine: {
    subject: subjects.roomBattle('*'),
    read(data) {
      const { roomId, seq, phase, round, deadlineMs } = BattleUpdate.decode(data)
      return { battle: roomId, seq, phase: PHASES[phase], round, deadlineMs }
    },
  },
  'bare loop': { subject: BARE_SUBJECTS, read: readBareUpdate },
}
