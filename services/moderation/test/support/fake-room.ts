import { KlaError } from '@kla/chassis'
import { EndReason, Phase, type BattleView, type FindMeetingResponse } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { ACCOUNTS_BELOW } from './fake-auth.js'

/** No meetings, and public names of all accounts. */
export const ALL_NAMES_PUBLIC: Clients['meetings'] = {
  findMeeting: async ({ accountId }) => ({ meeting: undefined, namedInPublic: accountId < ACCOUNTS_BELOW }),
}

/** One room with its battle, as rooms and game-engine return it. */
export class FakeRoom {
  readonly roomId = crypto.randomUUID()
  readonly battleId = crypto.randomUUID()
  seated: number[] = []
  /** Players who sat together and have left. */
  apart: number[] = []
  /** When those were together; 0: until now. */
  fromMs = 0
  toMs = 0
  /** Whether other accounts have public names. */
  othersArePublic = true
  /** Where the room is connected. */
  gateways: string[] = []
  phase = Phase.SHOW
  receivedGif = 'https://media.test/shown.gif'
  roomsAnswers = true
  engineAnswers = true

  readonly clients: Pick<Clients, 'meetings' | 'engine'> = {
    meetings: {
      findMeeting: async ({ accountId }, context) => {
        if (!this.roomsAnswers) throw new KlaError('UNAVAILABLE')
        return this.between(accountIn(context?.principal), accountId)
      },
    },
    engine: {
      getBattle: async ({ roomId }, context) => {
        if (!this.engineAnswers) throw new KlaError('UNAVAILABLE')
        const seated = roomId === this.roomId && this.seated.includes(accountIn(context?.principal))
        if (!seated) throw new KlaError('NOT_SEATED')
        return this.battle()
      },
    },
  }

  private between(one: number, other: number): FindMeetingResponse {
    const namedInPublic = this.othersArePublic && other < ACCOUNTS_BELOW
    const together = [one, other].every((id) => this.seated.includes(id))
    const met = together || [one, other].every((id) => this.apart.includes(id))
    const room = { roomId: this.roomId, roomName: 'Neon corner', mode: 'rush', category: 'default' }
    const { fromMs, toMs, gateways: gatewayIds } = this
    return { meeting: met ? { ...room, fromMs, toMs, gatewayIds, together } : undefined, namedInPublic }
  }

  private battle(): BattleView {
    return {
      roomId: this.roomId,
      battleId: this.battleId,
      phase: this.phase,
      round: 3,
      deadlineMs: 0,
      durationMs: 0,
      ready: [],
      options: [],
      picked: 0,
      receivedGif: this.phase === Phase.SHOW ? this.receivedGif : '',
      receivedWildCard: false,
      voted: [],
      endReason: EndReason.UNSPECIFIED,
      finishedBy: 0,
      winnerId: 0,
      updateSeq: 0,
      players: this.seated,
      wildCard: '',
    }
  }
}

/** Whose principal a call carries; 0 for none. */
function accountIn(principal: string | undefined): number {
  const [, claims = ''] = principal?.split('.') ?? []
  return claims === '' ? 0 : Number((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub)
}
