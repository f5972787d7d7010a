import type { Clock } from '../realtime/clock.js'
import type { Signal } from './signal.js'

type Negotiable = Pick<
  RTCPeerConnection,
  | 'signalingState'
  | 'localDescription'
  | 'remoteDescription'
  | 'currentRemoteDescription'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'addIceCandidate'
  | 'onnegotiationneeded'
  | 'onicecandidate'
>

/** Head start for the other first offer: after a rollback Chromium may gather no candidates. */
export const FIRST_OFFER_AFTER_MS = 3_000

interface NegotiationOptions {
  /** True if this side rolls back on a collision. */
  polite: boolean
  clock: Clock
  send: (signal: Signal) => void
  /** True if the polite side offers at once, too. */
  offersFirst?: boolean | undefined
  /**
   * Called on the polite side when restarts collide. The connection must be replaced: after a rollback Chromium never
   * shows the other picture again.
   */
  onCollision?: () => void
  onError: (error: unknown) => void
}

/** Perfect negotiation (W3C webrtc-pc, section 10.7). Returns the handler for the other side's signals. */
export function negotiate(pc: Negotiable, options: NegotiationOptions) {
  const { polite, clock, send, offersFirst = false, onCollision, onError } = options
  const candidates = createCandidateBuffer(pc)
  let makingOffer = false
  let settingAnswer = false
  let answered: string | undefined

  const sendDescription = () => {
    if (!pc.localDescription) return
    const { type, sdp } = pc.localDescription
    send({ kind: type === 'offer' ? 'offer' : 'answer', payload: { type, sdp } })
  }

  const describe = async () => {
    await pc.setLocalDescription()
    sendDescription()
  }

  const offer = async () => {
    try {
      makingOffer = true
      await describe()
    } catch (error) {
      onError(error)
    } finally {
      makingOffer = false
    }
  }

  pc.onnegotiationneeded = () => {
    if (!polite || offersFirst || pc.remoteDescription !== null) return offer()
    clock.after(FIRST_OFFER_AFTER_MS, () => {
      if (pc.remoteDescription === null && pc.signalingState === 'stable') void offer()
    })
    return undefined
  }

  pc.onicecandidate = ({ candidate }) => {
    if (candidate?.candidate) send({ kind: 'ice-candidate', payload: candidate.toJSON() })
  }

  const takeDescription = async (description: RTCSessionDescriptionInit) => {
    const isOffer = description.type === 'offer'
    const readyForOffer = !makingOffer && (pc.signalingState === 'stable' || settingAnswer)
    if (isOffer && !readyForOffer && !polite) {
      // The other side may have missed our offer.
      if (pc.signalingState === 'have-local-offer') sendDescription()
      return
    }
    if (isOffer && !readyForOffer && onCollision && pc.currentRemoteDescription !== null) return onCollision()
    // A repeated offer: the answer may have been lost.
    if (isOffer && description.sdp === answered && pc.signalingState === 'stable') return sendDescription()
    // Duplicate, or answers an offer that was rolled back.
    if (!isOffer && pc.signalingState !== 'have-local-offer') return
    settingAnswer = !isOffer
    try {
      await pc.setRemoteDescription(description)
    } finally {
      settingAnswer = false
    }
    if (isOffer) {
      await describe()
      answered = description.sdp
    }
    await candidates.drain()
  }

  return async (signal: Signal): Promise<void> => {
    try {
      if (signal.kind === 'ice-candidate') await candidates.add(signal.payload)
      else await takeDescription(signal.payload)
    } catch (error) {
      onError(error)
    }
  }
}

/** Bounds what a broken peer can make us keep. */
const KEPT = 64

/** Keeps early candidates until a description names their ICE user name fragment. */
function createCandidateBuffer(pc: Pick<RTCPeerConnection, 'remoteDescription' | 'addIceCandidate'>) {
  let waiting: RTCIceCandidateInit[] = []

  const belongs = ({ usernameFragment }: RTCIceCandidateInit) => {
    const sdp = pc.remoteDescription?.sdp
    return sdp !== undefined && (!usernameFragment || sdp.includes(`a=ice-ufrag:${usernameFragment}\r\n`))
  }

  return {
    async add(candidate: RTCIceCandidateInit): Promise<void> {
      if (belongs(candidate)) await pc.addIceCandidate(candidate)
      else waiting = [...waiting, candidate].slice(-KEPT)
    },
    async drain(): Promise<void> {
      const due = waiting.filter(belongs)
      waiting = waiting.filter((candidate) => !due.includes(candidate))
      for (const candidate of due) await pc.addIceCandidate(candidate)
    },
  }
}
