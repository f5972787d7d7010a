import { KlaError } from '@kla/chassis'
import { EndReason, type FindMeetingResponse, type FindPlayedBattleResponse, Phase } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'
import { ACCOUNTS_BELOW } from './fake-auth.js'

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
  /** True if all players have met in another room, without a battle. */
  othersAreMet = true
  /** Whom accounts have met in a day, by account. */
  readonly metInADay = new Map<number, number>()
  /** Rooms in which reporters met others, by reporter; otherwise one for all. */
  readonly roomsOf = new Map<number, string>()
  /** Whether accounts have public names. */
  namesArePublic = true
  /** Incident tokens about the accounts of this room, by their holders. */
  readonly incidents = new Map<string, number>()
  /** Where the room is connected. */
  gateways: string[] = []
  /** Of the battle; undefined: those in the room. */
  players: number[] | undefined
  phase = Phase.SHOW
  receivedGif = 'https://media.test/shown.gif'
  roomsAnswers = true
  countAnswers = true
  engineAnswers = true

  readonly clients: Pick<Clients, 'meetings' | 'engine'> = {
    meetings: {
      findMeeting: async ({ accountId, incident }, context) => {
        if (!this.roomsAnswers) throw new KlaError('UNAVAILABLE')
        return this.between(accountIn(context?.principal), accountId, incident)
      },
      countMet: async ({ accountId }) => {
        if (!this.countAnswers) throw new KlaError('UNAVAILABLE')
        return { accounts: this.metInADay.get(accountId) ?? 0 }
      },
    },
    engine: {
      findPlayedBattle: async ({ roomId }, context) => {
        if (!this.engineAnswers) throw new KlaError('UNAVAILABLE')
        const battle = this.battle()
        const played = roomId === this.roomId && battle.players.includes(accountIn(context?.principal))
        if (!played) throw new KlaError('ROOM_NOT_FOUND')
        return battle
      },
    },
  }

  private between(one: number, other: number, incident: string): FindMeetingResponse {
    const exists = other < ACCOUNTS_BELOW
    const namedInPublic = this.namesArePublic && exists
    const together = [one, other].every((id) => this.seated.includes(id))
    const met = together || [one, other].every((id) => this.apart.includes(id))
    const room = { roomId: this.roomId, roomName: 'Neon corner', mode: 'rush', category: 'default' }
    const { fromMs, toMs, gateways: gatewayIds } = this
    if (met) {
      const confirmed = incident === '' || this.incidents.get(incident) === one
      return { meeting: confirmed ? { ...room, fromMs, toMs, gatewayIds, together } : undefined, namedInPublic }
    }
    const elsewhere = {
      ...room,
      roomId: this.roomsOf.get(one) ?? ELSEWHERE,
      fromMs: 0,
      toMs: 1,
      gatewayIds: [],
      together: false,
    }
    return { meeting: this.othersAreMet && exists && incident === '' ? elsewhere : undefined, namedInPublic }
  }

  private battle(): FindPlayedBattleResponse {
    return {
      battleId: this.battleId,
      phase: this.phase,
      round: 3,
      receivedGif: this.phase === Phase.SHOW ? this.receivedGif : '',
      endReason: this.phase === Phase.RESULT ? EndReason.LEFT : EndReason.UNSPECIFIED,
      players: this.players ?? (this.apart.length > 0 ? this.apart : this.seated),
    }
  }
}

const ELSEWHERE = crypto.randomUUID()

/** Whose principal a call carries; 0 for none. */
function accountIn(principal: string | undefined): number {
  const [, claims = ''] = principal?.split('.') ?? []
  return claims === '' ? 0 : Number((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub)
}
