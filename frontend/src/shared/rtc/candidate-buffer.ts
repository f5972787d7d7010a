/** Far more than two connections gather; it only bounds what a broken peer can make us keep. */
const KEPT = 64

/**
 * Candidates may arrive before the description that they belong to, or belong to an offer that lost. Each waits until a
 * remote description names its ICE user name fragment.
 */
export function createCandidateBuffer(pc: Pick<RTCPeerConnection, 'remoteDescription' | 'addIceCandidate'>) {
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
    /** To be called after every remote description. */
    async drain(): Promise<void> {
      const due = waiting.filter(belongs)
      waiting = waiting.filter((candidate) => !due.includes(candidate))
      for (const candidate of due) await pc.addIceCandidate(candidate)
    },
  }
}
