import type { ClientEventData, ClientEventName } from '@kla/proto/web'

/** What events are about. */
export interface Target {
  readonly roomId: string
  /** A public room with a free seat. */
  readonly openRoomId: string
  /** The socketId of a player in the room. */
  readonly peer: string
  /** The sender's own access token, or one that is nobody's. */
  readonly token: string
}

/** The data of every event, well-formed. */
export const EVENT_REQUESTS: { readonly [Name in ClientEventName]: (target: Target) => ClientEventData<Name> } = {
  authenticate: ({ token }) => ({ token }),
  'request-room-list': () => ({}),
  'create-room': () => ({
    ...{ roomName: 'A room of its own', passcode: null, passcodeRequired: false, publicRoom: true },
    ...{ mode: 'rush', capacity: '2', category: 'default' },
  }),
  'join-room': ({ openRoomId }) => ({ roomId: openRoomId, passcode: null, role: 'player' }),
  'leave-room': ({ roomId }) => ({ roomId }),
  'sync-room': ({ roomId }) => ({ roomId }),
  'send-message': ({ roomId }) => ({ roomId, message: 'let me in' }),
  'ready-up': ({ roomId }) => ({ roomId }),
  'gif-choice': ({ roomId }) => ({ roomId, index: 1 }),
  'save-gif-choice': ({ roomId }) => ({ roomId, index: 1 }),
  'wild-card-choice': ({ roomId }) => ({ roomId, gifUrl: 'https://clips.example/nobodys.mp4' }),
  'save-gif-received': ({ roomId }) => ({ roomId, receivedGif: 'https://clips.example/nobodys.mp4' }),
  'user-finishes': ({ roomId }) => ({ roomId }),
  'declare-winner': ({ roomId }) => ({ roomId, winnerId: null }),
  'find-match': () => ({ mode: 'stamina', category: 'gay' }),
  'cancel-match': () => ({}),
  'answer-match': () => ({ matchId: '018f6b1e-7c1a-7000-8000-000000000000', accept: true }),
  'watch-room': ({ roomId }) => ({ roomId }),
  'stop-watching': ({ roomId }) => ({ roomId }),
  'allow-spectators': ({ roomId }) => ({ roomId, allow: true }),
  offer: ({ peer }) => ({ to: peer, payload: { type: 'offer', sdp: 'v=0' } }),
  answer: ({ peer }) => ({ to: peer, payload: { type: 'answer', sdp: 'v=0' } }),
  'ice-candidate': ({ peer }) => ({ to: peer, payload: { candidate: '' } }),
  'media-connected': () => ({ via: 'relay' }),
}
