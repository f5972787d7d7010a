import { type CreatePeerConnection, hangUp } from './peer.js'

interface LoopOptions {
  readonly createPeerConnection: CreatePeerConnection
  readonly iceServers: readonly RTCIceServer[]
  readonly channel?: Pick<RTCDataChannelInit, 'ordered' | 'maxRetransmits'>
}

/** Channel from this page to itself through the relay. */
export interface RelayLoop {
  readonly near: RTCDataChannel
  readonly far: RTCDataChannel
  /** Rejects when a description is refused. */
  connect(): Promise<void>
  close(): void
}

/** Crosses this player's access alone, both ways. */
export function createRelayLoop({ createPeerConnection, iceServers, channel = {} }: LoopOptions): RelayLoop {
  const configuration: RTCConfiguration = { iceServers: [...iceServers], iceTransportPolicy: 'relay' }
  const [one, other] = [createPeerConnection(configuration), createPeerConnection(configuration)]
  const open = (pc: RTCPeerConnection) => pc.createDataChannel('loop', { ...channel, negotiated: true, id: 0 })
  const [near, far] = [open(one), open(other)]
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
