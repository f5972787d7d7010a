import { type CreatePeerConnection, hangUp } from './peer.js'

interface LoopOptions {
  readonly createPeerConnection: CreatePeerConnection
  readonly iceServers: readonly RTCIceServer[]
  readonly channel?: Pick<RTCDataChannelInit, 'ordered' | 'maxRetransmits'>
}

/** A data channel from this page to itself, by the relay alone. */
export interface RelayLoop {
  readonly near: RTCDataChannel
  readonly far: RTCDataChannel
  /** Connects; the channels open some time later. Rejects when a description is refused. */
  connect(): Promise<void>
  close(): void
}

/** Crosses this player's access both ways, and nothing of the opponent's. */
export function createRelayLoop({ createPeerConnection, iceServers, channel = {} }: LoopOptions): RelayLoop {
  const configuration: RTCConfiguration = { iceServers: [...iceServers], iceTransportPolicy: 'relay' }
  const [one, other] = [createPeerConnection(configuration), createPeerConnection(configuration)]
  const open = (pc: RTCPeerConnection) => pc.createDataChannel('loop', { ...channel, negotiated: true, id: 0 })
  const [near, far] = [open(one), open(other)]
  // Candidates wait for the descriptions that they belong to.
  let describe = (): void => undefined
  const described = new Promise<void>((resolve) => {
    describe = resolve
  })
  const passOn = (from: RTCPeerConnection, to: RTCPeerConnection) => {
    from.onicecandidate = ({ candidate }) => {
      if (candidate) void described.then(() => to.addIceCandidate(candidate)).catch(() => undefined)
    }
  }
  passOn(one, other)
  passOn(other, one)
  return {
    near,
    far,
    async connect() {
      await one.setLocalDescription(await one.createOffer())
      await other.setRemoteDescription(one.localDescription!)
      await other.setLocalDescription(await other.createAnswer())
      await one.setRemoteDescription(other.localDescription!)
      describe()
    },
    close() {
      near.onopen = near.onclose = near.onmessage = null
      far.onmessage = null
      hangUp(one)
      hangUp(other)
    },
  }
}
