export type Signal =
  | { kind: 'offer' | 'answer'; payload: RTCSessionDescriptionInit }
  | { kind: 'ice-candidate'; payload: RTCIceCandidateInit }

export type SignalKind = Signal['kind']

export function readSignal(kind: SignalKind, payload: object): Signal | null {
  if (kind === 'ice-candidate') {
    const candidate = payload as RTCIceCandidateInit
    return typeof candidate.candidate === 'string' ? { kind, payload: candidate } : null
  }
  const { sdp } = payload as RTCSessionDescriptionInit
  return typeof sdp === 'string' ? { kind, payload: { type: kind, sdp } } : null
}

/**
 * Identifies the connection that wrote a description: user name and session id of its `o=` line (RFC 8866); the version
 * after them changes. Another origin means that the other side started over.
 */
export const originOf = (sdp: string): string => /^o=(\S+ \S+)/m.exec(sdp)?.[1] ?? ''

/** An offer with its candidates; no peer sends more before its introduction. */
const KEPT = 64

/** Signals of peers that the server has not introduced yet: the two take different routes. */
export function createHeldSignals() {
  let held: { from: string; signal: Signal }[] = []
  return {
    hold(from: string, signal: Signal) {
      held = [...held, { from, signal }].slice(-KEPT)
    },
    take(from: string): Signal[] {
      const taken = held.filter((entry) => entry.from === from).map(({ signal }) => signal)
      held = []
      return taken
    },
    takeAll(): { from: string; signal: Signal }[] {
      const taken = held
      held = []
      return taken
    },
  }
}
