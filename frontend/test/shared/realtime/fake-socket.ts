import type { OpenSocket, SocketEvents } from '../../../src/shared/realtime/open-socket.js'
import { settle } from '../../settle.js'

interface Sent {
  event: string
  data: Record<string, unknown>
  ack?: number
  id?: string
}

/** The other end of one connection. */
function createEnd(events: SocketEvents) {
  let sent: Sent[] = []
  const end = {
    /** True once the client has closed it. */
    isClosed: false,
    /** Time over which the client was asked to spread its return. */
    returnSpreadMs: 0,
    /** Number of probes by the client; these are not in `sent`. */
    probes: 0,
    send(text: string) {
      const frame = JSON.parse(text) as Sent
      if (frame.event === 'probe') end.probes += 1
      else sent.push(frame)
    },
    async opens() {
      events.onOpen()
      await settle()
    },
    async closes(code: number) {
      events.onClose(code)
      await settle()
    },
    async says(frame: object) {
      events.onMessage(JSON.stringify(frame))
      await settle()
    },
    async saysText(text: string) {
      events.onMessage(text)
      await settle()
    },
    /** Takes what was sent since the last look. */
    takeSent() {
      const taken = sent
      sent = []
      return taken
    },
    address: () => events.address(),
  }
  return end
}

/** Sockets whose other end is the test; requests go to the newest unless another is named. */
export function fakeSocket() {
  const ends: ReturnType<typeof createEnd>[] = []
  const addresses: string[] = []
  const here = () => {
    const end = ends.at(-1)
    if (end === undefined) throw new Error('Nothing has been opened.')
    return end
  }
  const openSocket: OpenSocket = (events) => {
    const end = createEnd(events)
    ends.push(end)
    return {
      send: end.send,
      reconnect: () => events.onClose(1000),
      close: () => {
        end.isClosed = true
        events.onClose(1000)
      },
      spreadReturn: (spreadMs) => void (end.returnSpreadMs = spreadMs),
    }
  }
  return {
    openSocket,
    addresses,
    /** Ends in the order of opening. */
    ends,
    async opens() {
      addresses.push(here().address())
      await here().opens()
    },
    closes: (code: number) => here().closes(code),
    says: (frame: object) => here().says(frame),
    saysText: (text: string) => here().saysText(text),
    settle,
    takeSent: () => here().takeSent(),
  }
}
