import { LINK_LOST_AFTER_MS, type MediaRoute, type StartPeersData } from '@kla/proto/web'
import { createSource, type Observable } from '../browser/observable.js'
import type { Clock } from '../realtime/clock.js'
import type { Adaptation, AdaptationDeps } from './adaptation/adaptation.js'
import type { Link } from './adaptation/link.js'
import { byOtherRelay } from './adaptation/other-relay.js'
import { type Repair, type RepairEffect, type RepairEvent, repairRule } from './adaptation/repair.js'
import { readSample } from './adaptation/sample.js'
import type { Codecs } from './codecs.js'
import { type CallView, type Generation, isIntroduced, isOfPair, NO_CALL, peerOf } from './generation.js'
import type { MediaState } from './media-state.js'
import type { PaneSize } from './pane-size.js'
import { createPeer, type CreatePeerConnection, type Peer } from './peer.js'
import { createHeldSignals, originOf, readSignal, type Signal, type SignalKind } from './signal.js'
import type { SentMedia } from './veil.js'

/** The polite side lets the other begin. */
const CONNECT_WITHIN_MS = { impolite: 12_000, polite: 18_000 } as const
/** The polite side waits: simultaneous restarts cost a new connection. */
const RESTART_AFTER_MS = 2_000
/** A connected picture without a frame is shown after this. */
const FRAME_WITHIN_MS = 4_000
const STILL_AFTER_MS = 4_000

/** The call with the opponent. */
export interface Call extends Observable<CallView> {
  /** Replaces the connection: the server introduces the opponent again. */
  startPeers(start: StartPeersData): void
  /** Replaces the connection only if the pairing differs. */
  confirmPeers(start: StartPeersData | null, ownSocketId: string | null): void
  signal(kind: SignalKind, from: string, payload: object): void
  /** Sets how large the opponent's picture is shown: they send no more than that needs. */
  show(pane: PaneSize): void
  end(): void
}

interface CallOptions {
  createAdaptation: (options: AdaptationDeps) => Adaptation
  createPeerConnection: CreatePeerConnection
  createStream: () => MediaStream
  codecs: Codecs
  firstFrame: (stream: MediaStream) => Promise<void>
  clock: Clock
  media: Observable<SentMedia>
  send: (to: string, signal: Signal) => void
  /** Requests {@link Call.confirmPeers} with fresh relay credentials. */
  refresh: () => void
  onPicture: (via: MediaRoute) => void
  onBegin?: () => void
  onRepair: (repairing: boolean) => void
  onError: (error: unknown) => void
}

interface Beginning {
  readonly introductionDueSince?: number | null
  /** True after a collision of offers. */
  readonly offersFirst?: boolean
}

const mediaStateOf = ({ mic, cam, source, sound }: SentMedia) => ({ mic, cam, source, sound })

const isSame = (one: MediaState | null, other: MediaState): boolean =>
  one !== null && (Object.keys(other) as (keyof MediaState)[]).every((key) => one[key] === other[key])

/** Keeps one call going over several connections. */
export function createCall(options: CallOptions): Call {
  const { clock, media, send, refresh, onPicture, onRepair, onError } = options
  const view = createSource<CallView>(NO_CALL)
  const held = createHeldSignals()
  const retired = new Set<string>()
  let current: Generation | null = null
  /** Shown until the present peer has a frame. */
  let previous: Peer | null = null
  let repair: Repair | null = null
  let repairing = false
  let pane: PaneSize = 'large'
  /** When this side began to want frames again. */
  let framesSince = -Infinity
  let callOffDue = () => {}

  const closePrevious = () => {
    previous?.close()
    previous = null
  }

  const show = (generation: Generation) => {
    if (generation !== current) return
    view.set({ stream: generation.peer.stream, live: true })
    closePrevious()
  }

  const reportPicture = async (generation: Generation) => {
    const { via } = readSample((await generation.peer.stats()).values(), clock.now())
    if (generation === current && via !== null) onPicture(via)
  }

  const makeAnewLater = (generation: Generation) => {
    const withinMs = generation.start.polite ? CONNECT_WITHIN_MS.polite : CONNECT_WITHIN_MS.impolite
    generation.callOff.push(
      clock.after(withinMs, () => {
        if (generation === current) begin(generation.start, generation.ownSocketId)
      }),
    )
  }

  const restart = (generation: Generation, start: StartPeersData) => {
    generation.callOffRestart()
    generation.peer.configure(start)
    if (!start.polite) generation.peer.restart()
    else generation.callOffRestart = clock.after(RESTART_AFTER_MS, () => generation.peer.restart())
  }

  const stopWaiting = (generation: Generation) => {
    for (const callOff of generation.callOff.splice(0)) callOff()
    generation.callOffRestart()
  }

  const announce = (isRepairing: boolean) => {
    if (repairing === isRepairing) return
    repairing = isRepairing
    onRepair(isRepairing)
  }

  const attempt = (generation: Generation, step: Repair['step']) => {
    if (step === 'new-connection') return begin(generation.start, generation.ownSocketId)
    if (step === 'other-relay')
      return restart(generation, byOtherRelay(generation.start, generation.relay) ?? generation.start)
    refresh()
    restart(generation, generation.start)
  }

  const carryOut = (generation: Generation, effect: RepairEffect) => {
    if (effect.kind === 'begin') {
      view.set({ connection: view.get().live ? 'recovering' : 'connecting' })
      return announce(view.get().live)
    }
    if (effect.kind === 'give-up') return announce(false)
    const outcome = effect.kind === 'try' ? 'begun' : effect.kind
    adaptation.note({ step: effect.step, outcome, side: adaptation.link().side })
    if (effect.kind === 'try') attempt(generation, effect.step)
    if (effect.kind === 'done') {
      view.set({ connection: 'connected' })
      announce(false)
    }
  }

  const mend = (event: RepairEvent) => {
    if (current === null) return
    const generation = current
    const { start, relay } = generation
    const circumstances = { nowMs: clock.now(), polite: start.polite, otherRelay: byOtherRelay(start, relay) !== null }
    const result = repairRule(repair, event, circumstances)
    repair = result.repair
    callOffDue()
    if (repair !== null && Number.isFinite(repair.dueMs)) {
      callOffDue = clock.after(repair.dueMs - clock.now(), () => mend({ kind: 'due' }))
    }
    for (const effect of result.effects) carryOut(generation, effect)
  }

  /** A connection proves itself by a frame, shown or not. */
  const paneOf = (pictured: boolean): PaneSize => (pane === 'none' && !pictured ? 'small' : pane)

  const awaitsFrames = ({ theirSoundOnly }: Link) => {
    const { remote } = view.get()
    return pane !== 'none' && remote !== null && remote.cam && remote.source === 'camera' && !theirSoundOnly
  }

  const adaptation = options.createAdaptation({
    ...options,
    onLink(link, sample) {
      if (current === null) return
      const silentBefore = view.get().link.reading?.silentMs ?? 0
      view.set({ link })
      if (sample === null || link.reading === null) return
      current.relay = sample.relay ?? current.relay
      const { silentMs, stillMs } = link.reading
      // Otherwise the other side waits up to three seconds for a key frame.
      if (silentMs === 0 && silentBefore >= LINK_LOST_AFTER_MS) void current.peer.sendWholePicture().catch(onError)
      if (silentMs >= LINK_LOST_AFTER_MS) return mend({ kind: 'trouble', trouble: 'silent' })
      if (current.peer.state() !== 'connected' || silentMs > 0) return
      const still = awaitsFrames(link) ? Math.min(stillMs, clock.now() - framesSince) : 0
      if (still >= STILL_AFTER_MS) mend({ kind: 'trouble', trouble: 'still' })
      else if (still === 0) mend({ kind: 'flowing' })
    },
  })

  const onConnection = (generation: Generation, state: RTCPeerConnectionState) => {
    if (generation !== current) return
    if (state === 'connected') {
      stopWaiting(generation)
      view.set({ connection: 'connected' })
      generation.callOff.push(clock.after(FRAME_WITHIN_MS, () => show(generation)))
      adaptation.watch(generation.peer, generation.start)
      mend({ kind: 'flowing' })
    } else if (state === 'disconnected' || state === 'failed') {
      view.set({ connection: 'recovering' })
      if (state === 'failed') stopWaiting(generation)
      mend({ kind: 'trouble', trouble: state })
    }
  }

  /** The new offer makes the other side do the same. */
  const replace = (generation: Generation) => {
    if (generation !== current) return
    if (generation.remoteOrigin !== null) retired.add(generation.remoteOrigin)
    begin(generation.start, generation.ownSocketId, { offersFirst: true })
  }

  const begin = (...given: Parameters<typeof connect>) => {
    try {
      connect(...given)
    } catch (error) {
      end()
      onError(error)
      view.set({ connection: 'impossible' })
    }
  }

  const connect = (
    start: StartPeersData,
    ownSocketId: string | null,
    { introductionDueSince = null, offersFirst = false }: Beginning = {},
  ) => {
    const to = peerOf(start)
    if (to === undefined) return
    options.onBegin?.()
    if (current) {
      stopWaiting(current)
      closePrevious()
      previous = current.peer
      adaptation.lose(start)
    } else adaptation.begin()
    const peer = createPeer({
      ...options,
      start,
      offersFirst,
      tracks: media.get().tracks,
      mediaState: mediaStateOf(media.get()),
      pane: paneOf(false),
      // A replaced connection negotiates no more.
      send: (signal) => {
        if (generation === current) send(to, signal)
      },
      onTrack: ({ kind }) => {
        if (kind !== 'video') return
        if (generation === current && !view.get().live) view.set({ stream: peer.stream })
        void options.firstFrame(peer.stream).then(() => {
          generation.pictured = true
          peer.sendPane(paneOf(true))
          show(generation)
          void reportPicture(generation).catch(onError)
        })
      },
      onConnection: (state) => onConnection(generation, state),
      onRemoteState: (remote) => {
        if (generation === current && !isSame(view.get().remote, remote)) view.set({ remote })
      },
      onReport: (report) => {
        if (generation === current) adaptation.receive(report)
      },
      onCollision: () => replace(generation),
    })
    const generation: Generation = {
      start,
      to,
      ownSocketId,
      peer,
      introductionDueSince,
      pictured: false,
      remoteOrigin: null,
      relay: null,
      callOffRestart: () => {},
      callOff: [],
    }
    current = generation
    view.set({ connection: view.get().live ? 'recovering' : 'connecting' })
    if (repair === null) makeAnewLater(generation)
    else mend({ kind: 'anew' })
    for (const signal of held.take(to)) receive(to, signal)
  }

  const receive = (from: string, signal: Signal) => {
    if (current === null || from !== current.to) return held.hold(from, signal)
    if (signal.kind !== 'ice-candidate') {
      const origin = originOf(signal.payload.sdp ?? '')
      if (retired.has(origin)) return
      const known = current.remoteOrigin
      if (known !== null && origin !== known) {
        if (signal.kind === 'answer') return
        retired.add(known)
        begin(current.start, current.ownSocketId)
      }
      current.remoteOrigin = origin
      if (signal.kind === 'offer') current.callOffRestart()
    }
    void current.peer.receive(signal)
  }

  const end = () => {
    if (current) stopWaiting(current)
    current?.peer.close()
    current = null
    closePrevious()
    retired.clear()
    callOffDue()
    repair = null
    announce(false)
    adaptation.end()
    view.set(NO_CALL)
  }

  media.subscribe(() => {
    void current?.peer.replaceTracks(media.get().tracks)
    current?.peer.sendState(mediaStateOf(media.get()))
  })

  return {
    get: view.get,
    subscribe: view.subscribe,
    startPeers(start) {
      if (current === null || !isIntroduced(current, start, clock.now())) return begin(start, null)
      current.start = start
      current.introductionDueSince = null
    },
    confirmPeers(start, ownSocketId) {
      if (start === null) return
      if (current === null || !isOfPair(current, start, ownSocketId))
        return begin(start, ownSocketId, { introductionDueSince: clock.now() })
      current.start = start
      current.ownSocketId = ownSocketId
    },
    signal(kind, from, payload) {
      const signal = readSignal(kind, payload)
      if (signal !== null) receive(from, signal)
    },
    show(next) {
      if (pane === 'none' && next !== 'none') framesSince = clock.now()
      pane = next
      current?.peer.sendPane(paneOf(current.pictured))
    },
    end,
  }
}
