/**
 * Runs in the bare page: the camera on, a socket open, and a button. Whoever is there first offers; candidates
 * trickle. Frames are `{ event, data }`, as everywhere in this bench.
 */
export async function call(): Promise<void> {
  const [button, picture] = [document.querySelector('button'), document.querySelector('video')]
  if (!button || !picture) throw new Error('the page is not whole')
  const camera = await navigator.mediaDevices.getUserMedia({
    video: { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 30 } },
    audio: true,
  })
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/relay`)
  const send = (event: string, data: object): void => socket.send(JSON.stringify({ event, data }))
  let peer: RTCPeerConnection | undefined

  const begin = (): RTCPeerConnection => {
    peer?.close()
    peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
    for (const track of camera.getTracks()) peer.addTrack(track, camera)
    peer.onicecandidate = ({ candidate }) => candidate && send('ice-candidate', candidate.toJSON())
    peer.ontrack = ({ track, streams: [stream] }) => {
      if (track.kind === 'video' && stream) picture.srcObject = stream
    }
    return peer
  }
  const describe = async (connection: RTCPeerConnection): Promise<void> => {
    await connection.setLocalDescription()
    const { type, sdp } = connection.localDescription ?? {}
    if (type) send(type, { type, sdp })
  }

  const takes: Record<string, (data: never) => Promise<unknown>> = {
    'start-peers': async ({ offers }: { offers: boolean }) => {
      const connection = begin()
      if (offers) await describe(connection)
    },
    offer: async (description: RTCSessionDescriptionInit) => {
      await peer?.setRemoteDescription(description)
      if (peer) await describe(peer)
    },
    answer: async (description: RTCSessionDescriptionInit) => peer?.setRemoteDescription(description),
    'ice-candidate': async (candidate: RTCIceCandidateInit) => peer?.addIceCandidate(candidate),
  }
  // One after another: a candidate must not overtake the description that it belongs to.
  let done: Promise<unknown> = Promise.resolve()
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    const frame = JSON.parse(data) as { event: string; data: never }
    done = done.then(() => takes[frame.event]?.(frame.data))
  }
  socket.onopen = () => (button.disabled = false)
  button.onclick = () => send('join', {})
}
