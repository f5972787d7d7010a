import { KlaError } from '@kla/chassis'
import { EndReason, Phase, type BattleView, type Connection, type Room } from '@kla/proto'
import type { Clients } from '../../src/clients/clients.js'

/** One room with its battle, as rooms and game-engine tell of it to whoever has a seat there. */
export class PretendedRoom {
  readonly roomId = crypto.randomUUID()
  readonly battleId = crypto.randomUUID()
  seated: number[] = []
  /** Where the seats are connected, in their order. */
  gateways: string[] = []
  phase = Phase.SHOW
  receivedGif = 'https://media.test/shown.gif'
  roomsAnswers = true
  engineAnswers = true

  readonly clients: Pick<Clients, 'rooms' | 'engine'> = {
    rooms: {
      getOwnRoom: async (_request, context) => {
        if (!this.roomsAnswers) throw new KlaError('UNAVAILABLE')
        return { room: this.seated.includes(accountIn(context?.principal)) ? this.room() : undefined }
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

  private connectionAt(seat: number): Connection | undefined {
    const gatewayId = this.gateways[seat]
    return gatewayId === undefined ? undefined : { gatewayId, socketId: crypto.randomUUID() }
  }

  private room(): Room {
    return {
      id: this.roomId,
      name: 'Neon corner',
      creator: 'player1',
      mode: 'rush',
      capacity: 2,
      category: 'default',
      passcodeRequired: false,
      publicRoom: true,
      seats: this.seated.map((accountId, at) => ({
        accountId,
        username: `player${accountId}`,
        discordId: String(10_000 + accountId),
        avatar: '',
        connection: this.connectionAt(at),
        graceDeadlineMs: 0,
        takenAtMs: 0,
      })),
      version: 1,
      createdAtMs: 0,
      reservedFor: [],
      tie: undefined,
      watchers: [],
      spectatorConsents: [],
      origin: 'lobby',
    }
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
      newsSeq: 0,
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
