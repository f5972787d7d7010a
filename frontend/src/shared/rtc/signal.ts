/** A negotiation message between two peers. */
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

/** Reads user name and session id of `o=` (RFC 8866). A new origin means a fresh start. */
export const originOf = (sdp: string): string => /^o=(\S+ \S+)/m.exec(sdp)?.[1] ?? ''

/** An offer and its candidates; peers send no more before introduction. */
const KEPT = 64

/** Holds signals until their sender is introduced. */
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
