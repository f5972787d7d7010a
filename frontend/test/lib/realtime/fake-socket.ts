import type { OpenSocket, SocketEvents } from '../../../src/lib/realtime/open-socket.js'

interface Sent {
  event: string
  data: Record<string, unknown>
  ack?: number
  id?: string
}

/** A socket whose other end is the test. */
export function fakeSocket() {
  let events: SocketEvents | null = null
  let sent: Sent[] = []
  const addresses: string[] = []
  const here = () => {
    if (events === null) throw new Error('Nothing has been opened.')
    return events
  }
  const openSocket: OpenSocket = (given) => {
    events = given
    return {
      send: (text) => void sent.push(JSON.parse(text) as Sent),
      reconnect: () => given.onClose(1000),
      close: () => given.onClose(1000),
    }
  }
  /** Lets answers reach those who wait for them. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    openSocket,
    addresses,
    async opens() {
      addresses.push(here().address())
      here().onOpen()
      await settle()
    },
    async closes(code: number) {
      here().onClose(code)
      await settle()
    },
    async says(frame: object) {
      here().onMessage(JSON.stringify(frame))
      await settle()
    },
    async saysText(text: string) {
      here().onMessage(text)
      await settle()
    },
    settle,
    /** Takes what was sent since the last look. */
    takeSent() {
      const taken = sent
      sent = []
      return taken
    },
  }
}
