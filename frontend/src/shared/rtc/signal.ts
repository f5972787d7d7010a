/** What two peers tell each other before they are connected. */
export type Signal =
  | { kind: 'offer' | 'answer'; payload: RTCSessionDescriptionInit }
  | { kind: 'ice-candidate'; payload: RTCIceCandidateInit }

export type SignalKind = Signal['kind']

/** Reads a relayed payload; null for one that is no signal. */
export function readSignal(kind: SignalKind, payload: object): Signal | null {
  if (kind === 'ice-candidate') {
    const candidate = payload as RTCIceCandidateInit
    return typeof candidate.candidate === 'string' ? { kind, payload: candidate } : null
  }
  const { sdp } = payload as RTCSessionDescriptionInit
  return typeof sdp === 'string' ? { kind, payload: { type: kind, sdp } } : null
}

/**
 * What names the connection that wrote a description (RFC 8866, the `o=` line: user name and session id; the version
 * after them changes). A description of another origin means that the other side has begun anew.
 */
export const originOf = (sdp: string): string => /^o=(\S+ \S+)/m.exec(sdp)?.[1] ?? ''

/** An offer with its candidates; more than that nobody sends ahead of the server's introduction. */
const KEPT = 64

/** Signals of somebody whom the server has not introduced yet: the two travel by different ways. */
export function createHeldSignals() {
  let held: { from: string; signal: Signal }[] = []
  return {
    hold(from: string, signal: Signal) {
      held = [...held, { from, signal }].slice(-KEPT)
    },
    /** Gives out what came from this connection, and forgets the rest. */
    take(from: string): Signal[] {
      const taken = held.filter((entry) => entry.from === from).map(({ signal }) => signal)
      held = []
      return taken
    },
    /** Gives out everything, with who sent it. */
    takeAll(): { from: string; signal: Signal }[] {
      const taken = held
      held = []
      return taken
    },
  }
}
