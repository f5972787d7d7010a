import { type Bus, KlaError } from '@kla/chassis'
import {
  type BattleEvent,
  BattleUpdate,
  type BattleView,
  EndReason,
  type GetResultResponse,
  Phase,
  type ShownGif,
  subjects,
} from '@kla/proto'
import type { Reason } from '@kla/proto/web'
import type { Clients } from '../../src/shared/clients.js'
import { accountOf } from './fake-auth.js'

type Happening = BattleEvent['event']

export interface FakeEngine {
  readonly client: Clients['engine']
  /** Commands that took effect, such as "readyUp 7". */
  readonly effects: string[]
  /** Battle of each command. */
  readonly battles: (string | undefined)[]
  /** Counts calls by name. */
  readonly calls: Map<string, number>
  down: boolean
  /** Gate that calls involving commerce wait for, if set. */
  gate: Promise<void> | undefined
  /** Reason with which calls involving commerce are refused, if set. */
  refusal: Reason | undefined
  /** Result of the last battle in every room. */
  result: GetResultResponse | undefined
  /** GIFs shown in every battle. */
  shown: ShownGif[]
  view(roomId: string): BattleView
  /** Advances a battle and returns a function that publishes the update. */
  happen(roomId: string, events: { recipient?: number; event: Happening }[], next?: Partial<BattleView>): () => void
}

/** Game-engine in memory, with the rules that the gateway can see. */
export function createFakeEngine(bus: Bus): FakeEngine {
  const views = new Map<string, BattleView>()
  const effects: string[] = []
  const battles: (string | undefined)[] = []
  const calls = new Map<string, number>()
  const done = new Set<string>()

  const command =
    (name: string) =>
    async (
      request: { commandId: string; battleId?: string | undefined },
      context?: { principal?: string | undefined },
    ) => {
      calls.set(name, (calls.get(name) ?? 0) + 1)
      battles.push(request.battleId)
      if (fake.down) throw new KlaError('UNAVAILABLE')
      const key = `${name} ${request.commandId}`
      if (!done.has(key)) effects.push(`${name} ${accountOf(context?.principal)}`)
      done.add(key)
      return {}
    }

  const spend = async (
    name: string,
    what: string,
    request: { roomId: string; commandId: string; battleId?: string | undefined },
    context?: { principal?: string | undefined },
  ) => {
    await fake.gate
    if (fake.refusal) throw new KlaError(fake.refusal)
    return command(`${name} ${request.roomId} ${what}`)(request, context)
  }

  const fake: FakeEngine = {
    effects,
    battles,
    calls,
    down: false,
    gate: undefined,
    refusal: undefined,
    result: undefined,
    shown: [],
    view(roomId) {
      const view = views.get(roomId) ?? waiting(roomId)
      views.set(roomId, view)
      return view
    },
    happen(roomId, events, next = {}) {
      const view = { ...fake.view(roomId), ...next, updateSeq: fake.view(roomId).updateSeq + 1 }
      views.set(roomId, view)
      const update = BattleUpdate.encode({
        roomId,
        battleId: 'b',
        seq: view.updateSeq,
        events: events.map(({ recipient = 0, event }) => ({ recipient, event })),
        phase: view.phase,
        round: view.round,
        deadlineMs: view.deadlineMs,
        aliases: view.aliases,
      }).finish()
      return () => bus.publish(subjects.roomBattle(roomId), update)
    },
    client: {
      readyUp: command('readyUp'),
      chooseGif: (request, context) => command(`chooseGif ${request.index} of ${request.round}`)(request, context),
      finish: command('finish'),
      declareWinner: command('declareWinner'),
      reportRepair: command('reportRepair'),
      playWildCard: async (request, context) => {
        await spend('playWildCard', `${request.gifUrl} in ${request.round}`, request, context)
        return { remainingWildCards: 24 }
      },
      saveGifChoice: async (request, context) => {
        await spend('saveGifChoice', `${request.index} of ${request.round}`, request, context)
        return { gifUrl: `https://clips.example/${request.index}.mp4` }
      },
      saveGifReceived: async (request, context) => {
        await spend('saveGifReceived', request.gifUrl, request, context)
        return { gifUrl: request.gifUrl }
      },
      getResult: async () => {
        if (fake.down) throw new KlaError('UNAVAILABLE')
        if (!fake.result) throw new KlaError('ROOM_NOT_FOUND')
        return fake.result
      },
      getBattle: async ({ roomId }) => {
        calls.set('getBattle', (calls.get('getBattle') ?? 0) + 1)
        if (fake.down) throw new KlaError('UNAVAILABLE')
        return fake.view(roomId)
      },
      listWildCards: async ({ roomId }, context) => {
        calls.set('listWildCards', (calls.get('listWildCards') ?? 0) + 1)
        if (fake.refusal) throw new KlaError(fake.refusal)
        const id = accountOf(context?.principal) * 10
        return { gifs: [{ id, gifUrl: `https://clips.example/for-${roomId}.mp4`, thumbnail: 't' }] }
      },
      watchBattle: async ({ roomId }) => {
        calls.set('watchBattle', (calls.get('watchBattle') ?? 0) + 1)
        if (fake.down) throw new KlaError('UNAVAILABLE')
        return { battle: fake.view(roomId), shown: fake.shown }
      },
    },
  }
  return fake
}

const waiting = (roomId: string): BattleView => ({
  roomId,
  battleId: '',
  phase: Phase.WAITING,
  round: 0,
  deadlineMs: 0,
  durationMs: 0,
  ready: [],
  options: [],
  picked: 0,
  receivedGif: '',
  receivedWildCard: false,
  receivedGifs: [],
  wildCard: '',
  voted: [],
  aliases: [],
  endReason: EndReason.UNSPECIFIED,
  finishedBy: 0,
  winnerId: 0,
  updateSeq: 0,
  players: [],
})
