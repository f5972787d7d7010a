import { Room, Server, ServerError, type AuthContext, type Client } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { announce, MESSAGE_MAX, readSettings } from './peer.js'
import { sessionIdIn, sessionsInMemory, type PeerSession } from './sessions.js'

/** A chat server with rooms of two; no state, so no patches. */

const { players } = readSettings()
const sessions = sessionsInMemory(players)

class PairRoom extends Room {
  override maxClients = 2
  override patchRate = 0

  static override async onAuth(_token: string, _options: unknown, { headers }: AuthContext): Promise<PeerSession> {
    const { cookie } = headers as { cookie?: string }
    const session = sessions.get(sessionIdIn(cookie) ?? '')
    if (!session) throw new ServerError(401, 'not signed in')
    return session
  }

  override onCreate(): void {
    this.onMessage('send-message', ({ auth }: Client<unknown, PeerSession>, { message }: { message: string }) => {
      if (message === '' || message.length > MESSAGE_MAX) return
      this.broadcast('receive-message', { username: auth?.username ?? '', message })
    })
  }
}

const http = createServer()
const transport = new WebSocketTransport({ server: http })
const server = new Server({ transport, greet: false, gracefullyShutdown: false })
server.define('pair', PairRoom)
await server.listen(0, '127.0.0.1')
announce((http.address() as AddressInfo).port)
